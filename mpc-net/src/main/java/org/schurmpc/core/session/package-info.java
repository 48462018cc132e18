/**
 * Sessions of two or more parties that agree on their terms: {@link
 * org.schurmpc.core.session.Session}. Depends on {@code net}, {@code crypto} and {@code abort}.
 */
package org.schurmpc.core.session;
