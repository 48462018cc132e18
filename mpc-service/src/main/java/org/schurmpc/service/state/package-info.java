/**
 * What a service must not forget: requests and their results, numbers of deliveries, rates,
 * suspended jobs, and the audit log. Everything is noted in a {@link
 * org.schurmpc.service.state.StateLog} before anybody acts on it. Starts with {@link
 * org.schurmpc.service.state.RequestBook}. Depends on the package config and on the core.
 */
package org.schurmpc.service.state;
