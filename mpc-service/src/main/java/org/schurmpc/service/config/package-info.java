/**
 * The configuration of a service: parties, clients, stocks and jobs, read from {@code
 * service.toml}. Starts with {@link org.schurmpc.service.config.ServiceConfig}. Depends on
 * mpc-cli's configuration tables and on the core.
 */
package org.schurmpc.service.config;
