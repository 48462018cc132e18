package org.schurmpc.cli.compute;

import java.nio.file.Path;
import org.schurmpc.core.prep.disk.StoreAccess;

/**
 * Names a store on disk that a party fills or uses.
 *
 * @param folder the store's folder
 * @param access how the store is opened
 * @param refill whether to continue with the protocol's own preprocessing when the store is
 *     exhausted
 */
public record StoreUse(Path folder, StoreAccess access, boolean refill) {}
