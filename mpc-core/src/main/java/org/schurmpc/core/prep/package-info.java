/**
 * Preprocessing: what an evaluation will consume ({@link org.schurmpc.core.prep.Demand}), who makes
 * it ({@link org.schurmpc.core.prep.Preprocessor}), where it waits ({@link
 * org.schurmpc.core.prep.PrepStore}). Depends on {@code circuit}, {@code net} and {@code crypto}.
 */
package org.schurmpc.core.prep;
