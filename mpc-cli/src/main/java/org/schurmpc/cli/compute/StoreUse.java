package org.schurmpc.cli.compute;

import java.nio.file.Files;
import java.nio.file.Path;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names a store on disk that a party fills or uses.
 *
 * @param folder the store's folder
 * @param access how the store is opened
 * @param refill whether to continue with the protocol's own preprocessing when the store is
 *     exhausted
 */
public record StoreUse(Path folder, StoreAccess access, boolean refill) {
  private static final Logger LOG = LoggerFactory.getLogger(StoreUse.class);

  /** Returns the store in a folder of this one. */
  StoreUse in(String name) {
    return new StoreUse(folder.resolve(name), access, refill);
  }

  /**
   * Requires that the folder is there, before any process is started for the computation.
   *
   * @throws BadFile if it is not
   */
  public void requireThere() throws BadFile {
    if (!Files.isDirectory(folder)) {
      boolean other = Files.exists(folder);
      throw new BadFile(folder + (other ? " is no folder" : " is not there"), Remedy.MAKE_STORE);
    }
  }

  /** Warns of material that a dealer made. */
  void warnOfDealer(StoreDirectory store) {
    if (store.insecure()) {
      LOG.warn(
          "{} holds material of a dealer: the computation is NOT secure against the dealer, who"
              + " could learn all inputs with one party's help or by listening in",
          folder);
    }
  }
}
