/**
 * Reads configuration files: {@link org.schurmpc.cli.config.ConfigTable} parses TOML and JSON, and
 * {@link org.schurmpc.cli.config.JobConfig} holds the configuration that the parties of a
 * computation share. Depends on the core alone.
 */
package org.schurmpc.cli.config;
