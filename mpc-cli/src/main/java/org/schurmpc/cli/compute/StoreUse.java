package org.schurmpc.cli.compute;

import java.nio.file.Path;
import org.schurmpc.core.prep.disk.StoreAccess;

/**
 * A store on disk that a party fills or uses.
 *
 * @param refill whether the protocol's own preprocessing goes on when it has run out
 */
public record StoreUse(Path folder, StoreAccess access, boolean refill) {}
