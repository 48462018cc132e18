/**
 * Finds JVMs ({@link org.schurmpc.cli.launch.JvmFinder}), and runs this program again in a child
 * process on the most suitable one ({@link org.schurmpc.cli.launch.RelayedChild}). Depends on the
 * core alone.
 */
package org.schurmpc.cli.launch;
