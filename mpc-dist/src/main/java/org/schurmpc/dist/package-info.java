/**
 * Makes what a distribution has beside the jar: completion script and man pages ({@link
 * org.schurmpc.dist.Documents}) and the container image ({@link org.schurmpc.dist.ContainerImage}).
 * Runs during the build; depends on mpc-bench, picocli and Jib.
 */
package org.schurmpc.dist;
