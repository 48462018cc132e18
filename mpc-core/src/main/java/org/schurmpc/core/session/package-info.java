/**
 * Two parties that agree on what they are about to do: {@link org.schurmpc.core.session.Session}.
 * Depends on {@code net}, {@code crypto} and {@code abort}.
 */
package org.schurmpc.core.session;
