/**
 * The port of operators: health, metrics, and what an operator may do. Starts with {@link
 * org.schurmpc.service.admin.AdminServer}. Depends on the packages config, http and state, on Jetty
 * and on Micrometer.
 */
package org.schurmpc.service.admin;
