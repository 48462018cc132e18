/**
 * Finite fields: {@link org.schurmpc.core.field.Field} with operations on arrays, and GF(2^8).
 * Depends on {@code abort} only.
 */
package org.schurmpc.core.field;
