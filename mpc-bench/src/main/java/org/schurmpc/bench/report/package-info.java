/**
 * Prints and writes the results of a benchmark: {@link org.schurmpc.bench.report.Result} and {@link
 * org.schurmpc.bench.report.ThroughputResult} as text and JSON. Depends on {@code monitor}.
 */
package org.schurmpc.bench.report;
