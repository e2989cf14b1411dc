//! Who gets in, what may be done and seen, and what must not leave: the rules that the probe and the server share.
