/**
 * Finite fields: {@link org.schurmpc.core.field.Field}s array by array, and GF(2^8). Depends on
 * nothing but {@code abort}.
 */
package org.schurmpc.core.field;
