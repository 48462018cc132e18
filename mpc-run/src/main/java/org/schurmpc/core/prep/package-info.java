/**
 * Preprocessing: {@link org.schurmpc.core.prep.Demand} lists the material that an evaluation will
 * consume, a {@link org.schurmpc.core.prep.Preprocessor} generates it, and a {@link
 * org.schurmpc.core.prep.PrepStore} keeps it until it is used. Depends on {@code circuit}, {@code
 * net} and {@code crypto}.
 */
package org.schurmpc.core.prep;
