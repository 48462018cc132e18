/**
 * What a person reads: progress, the log, advice on failures, and the texts of costs and rates.
 * Depends on {@code forecast} and {@code launch}.
 */
package org.schurmpc.cli.display;
