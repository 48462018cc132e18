/**
 * Finds JVMs ({@link org.schurmpc.cli.launch.JvmFinder}), and runs this program again in a child
 * process on the most suitable one ({@link org.schurmpc.cli.launch.RelayedChild}). Depends on the
 * core, and on {@code keys} for the name of the variable that no child inherits.
 */
package org.schurmpc.cli.launch;
