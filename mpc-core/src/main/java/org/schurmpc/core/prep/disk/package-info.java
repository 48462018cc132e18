/**
 * Preprocessing on disk: {@link org.schurmpc.core.prep.disk.StoreDirectory}, the batches in it,
 * each a {@link org.schurmpc.core.prep.disk.DiskPrepStore}, and how parties agree on what of it is
 * next ({@link org.schurmpc.core.prep.disk.StoreAgreement}).
 *
 * <p>What is consumed is written down, twice, and on the disk, before it is used: in the batch's
 * journal and in a record kept elsewhere on the machine, so that neither a crash nor a copy put
 * back brings an item back. Depends on {@code session} besides what {@code prep} does.
 */
package org.schurmpc.core.prep.disk;
