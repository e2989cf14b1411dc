//! What password fields hold and the values of named secrets leave an app by no way there is.

mod fields;
mod keepassxc;
mod named;
mod pixels;
mod planted;
mod vault;
