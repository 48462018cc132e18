/**
 * Files that say what is to be done: {@link org.schurmpc.cli.config.ConfigTable} reads TOML and
 * JSON, {@link org.schurmpc.cli.config.JobConfig} is what the parties of a computation share.
 * Depends on the core alone.
 */
package org.schurmpc.cli.config;
