/**
 * Evaluates a circuit on each row of two tables, one of each party, spread over the two parties'
 * Apache Spark. {@link org.schurmpc.spark.MpcJob} is the entry. Worker j of one party computes with
 * worker j of the other; the two drivers agree on what is computed before, and on what is kept
 * after.
 *
 * <p>Depends on the core alone: protocols are found by their names.
 */
package org.schurmpc.spark;
