/**
 * Preprocessing on disk: a {@link org.schurmpc.core.prep.disk.StoreDirectory} contains batches,
 * each a {@link org.schurmpc.core.prep.disk.DiskPrepStore}, and {@link
 * org.schurmpc.core.prep.disk.StoreAgreement} agrees with the other parties on the next material to
 * use.
 *
 * <p>Material is recorded as used twice, and durably, before its use: in the batch's journal and in
 * a record kept elsewhere on the machine, so that neither a crash nor a restored copy makes an item
 * available again. A {@link org.schurmpc.core.prep.disk.Ledger} records what a service has done,
 * with equal care. Depends on {@code session} in addition to the dependencies of {@code prep}.
 */
package org.schurmpc.core.prep.disk;
