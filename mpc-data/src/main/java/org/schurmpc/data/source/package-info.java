/**
 * Reads tables from files and databases. {@link org.schurmpc.data.source.TableReader} is the entry.
 * Depends on {@code config} and {@code schema}.
 */
package org.schurmpc.data.source;
