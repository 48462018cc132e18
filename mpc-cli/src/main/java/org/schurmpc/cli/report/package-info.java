/**
 * Writes reports: one HTML file with tables and charts, which loads nothing and runs no script.
 * Begin with {@link org.schurmpc.cli.report.ReportFile}. A report is a function of the fields of a
 * result as JSON, so a page made from a stored result equals the page of the run. Depends on {@code
 * values} and the core alone.
 */
package org.schurmpc.cli.report;
