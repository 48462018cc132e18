/** Finite fields: {@link org.schurmpc.core.field.Gf256}. Depends on nothing but {@code abort}. */
package org.schurmpc.core.field;
