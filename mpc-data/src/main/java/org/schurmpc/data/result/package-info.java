/**
 * Writes results to files and databases. {@link org.schurmpc.data.result.ResultWriter} is the
 * entry. Depends on {@code config}, {@code schema} and {@code source}.
 */
package org.schurmpc.data.result;
