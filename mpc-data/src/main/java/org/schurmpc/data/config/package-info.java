/**
 * The file {@code data.toml}: tables, their columns and where they come from, and results. {@link
 * org.schurmpc.data.config.DataConfig} is the entry. Depends on {@code schema}.
 */
package org.schurmpc.data.config;
