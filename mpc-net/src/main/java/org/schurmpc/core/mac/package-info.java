/**
 * Pairwise MACs: the log of MACs of opened values and {@link org.schurmpc.core.mac.MacCheck}, the
 * one comparison of both sides. Depends on {@code agree} and {@code session}.
 */
package org.schurmpc.core.mac;
