// The ways the gallery can run, from plain window to no event loop at all.
#pragma once

#include "options.h"

// Makes the application object on the calling thread, runs as the options say and returns the exit code.
int runGallery(const Options &options, int &argc, char **argv);
