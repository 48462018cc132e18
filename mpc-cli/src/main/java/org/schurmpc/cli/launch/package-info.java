/**
 * Finds JVMs ({@link org.schurmpc.cli.launch.JvmFinder}) and runs this program again in a child on
 * the best of them ({@link org.schurmpc.cli.launch.RelayedChild}). Depends on the core alone.
 */
package org.schurmpc.cli.launch;
