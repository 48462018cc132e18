/**
 * The ledger of a service: what it must neither forget nor do twice, in one journal. Start with
 * {@link org.schurmpc.core.prep.ledger.KeptSets}, which keeps shared values between runs, and with
 * {@link org.schurmpc.core.prep.ledger.GroupCommit}, through which everything is noted.
 *
 * <p>The files are those of {@link org.schurmpc.core.prep.disk.Ledger}. Depends on what {@code
 * prep.disk} depends on; {@code prep.disk} does not depend on this package.
 */
package org.schurmpc.core.prep.ledger;
