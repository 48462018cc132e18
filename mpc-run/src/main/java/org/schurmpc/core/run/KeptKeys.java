package org.schurmpc.core.run;

import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.KeyName;

/** Names of the keys under which values are kept. */
public final class KeptKeys {
  private KeptKeys() {}

  /**
   * Returns the name of the key of material: that of its store, or of its batch if that has its
   * own.
   *
   * @throws IllegalStateException if the material is of no store
   */
  public static KeyName nameOf(PrepStore material) throws MpcException {
    Optional<String> ofStore = material.keyId();
    if (ofStore.isPresent()) {
      return KeyName.ofStore(ofStore.get());
    }
    if (material instanceof DiskPrepStore batch) {
      return KeyName.ofBatch(batch.header().id());
    }
    throw new IllegalStateException("this material is of no store, and its key has no name");
  }
}
