/**
 * Computes what the log of the parties says: runs of circuits for clients' requests, input masks
 * made ahead, and the settling of what was broken off.
 *
 * <p>{@link org.schurmpc.service.work.Scheduler} is the entry, with one thread a stock. Depends on
 * {@code service.control}, {@code service.tables}, {@code service.state} and {@code
 * service.config}.
 */
package org.schurmpc.service.work;
