/**
 * A party that stays up: clients ask for allowed computations, and operators see how it is. Starts
 * with {@link org.schurmpc.service.ServiceShell}. The packages config, state, http and admin depend
 * on those before them.
 */
package org.schurmpc.service;
