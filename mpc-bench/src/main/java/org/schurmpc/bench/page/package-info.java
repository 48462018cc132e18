/**
 * Shows a run in a browser while the run takes place ({@link org.schurmpc.bench.page.MonitorPage}).
 * Depends on {@code monitor}, {@code control}, {@code job} and {@code report}.
 */
package org.schurmpc.bench.page;
