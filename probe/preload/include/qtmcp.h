/* QtMCP for applications that start it themselves, instead of being started with LD_PRELOAD.
 *
 * Build with `pkg-config --cflags --libs qtmcp`. Linking libqtmcp.so does nothing by itself: the probe starts when
 * qtmcp_start() is called, is loaded from the directory of libqtmcp.so, and reads the same QTMCP_* variables. */
#ifndef QTMCP_H
#define QTMCP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Starts the probe for the Qt 5 or Qt 6 in this process, before or after the application object is made.
 * Answers with 0 when the probe runs, also if it ran before, and otherwise with a code of <errno.h>:
 *
 *   ENODEV     there is no Qt in this process
 *   EPERM      QTMCP_ENABLED switches it off
 *   ENOENT     libqtmcp-probe.so is not beside libqtmcp.so, or cannot be loaded; stderr says why
 *   EIO        the probe could not start; stderr says why
 *   EALREADY   another thread is starting it at this moment
 *   ECANCELED  qtmcp_stop() has been called
 *   ECHILD     this process is the fork of one that has the probe
 *
 * The application may ignore the answer: it runs on as usual in every case. */
int qtmcp_start(void);

/* Stops the probe and closes its connections. It does not start again in this process. Does nothing when the probe
 * does not run. */
void qtmcp_stop(void);

#ifdef __cplusplus
}
#endif

#endif
