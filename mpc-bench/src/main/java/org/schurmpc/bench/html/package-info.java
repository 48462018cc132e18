/**
 * Lays out stored and new results as reports: {@link org.schurmpc.bench.html.ResultReports}.
 * Everything here works on the fields of results as JSON. Depends on {@code report} and {@code
 * reproduce}.
 */
package org.schurmpc.bench.html;
