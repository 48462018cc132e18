package org.schurmpc.core.prep.disk;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/**
 * Names what memory is bound to.
 *
 * @param program the program's digest, hex
 * @param keyIds the ids of the keys of the stores, by field
 * @param party the index of the owner, counted from 0
 * @param certificates of all parties, by index; empty over plaintext lines
 */
public record KeptBinding(
    String program, List<String> keyIds, int party, int parties, List<String> certificates) {
  public KeptBinding {
    keyIds = List.copyOf(keyIds);
    certificates = List.copyOf(certificates);
  }

  /**
   * Returns the binding to the keys of stores.
   *
   * @param stores by field
   * @throws Refused if a store keeps no key
   */
  public static KeptBinding of(
      byte[] program,
      List<StoreDirectory> stores,
      int party,
      int parties,
      List<String> certificates)
      throws MpcException {
    List<String> ids = new ArrayList<>();
    for (StoreDirectory store : stores) {
      Optional<String> id = store.key();
      if (id.isEmpty()) {
        throw new Refused(
            store.folder()
                + " keeps no key that lasts, which memory between runs needs: prepare material"
                + " without a dealer first");
      }
      ids.add(id.get());
    }
    return new KeptBinding(HexFormat.of().formatHex(program), ids, party, parties, certificates);
  }

  /**
   * Checks that the parties show the certificates of this binding, which was made before they
   * connected: a party that renews its certificate may show either.
   *
   * @param shown the certificates of all parties, by index; empty over plaintext lines
   * @throws Refused naming the first party that shows another one
   */
  void requireShown(List<String> shown) throws Refused {
    if (shown.isEmpty() != certificates.isEmpty()) {
      throw new Refused(
          "the memory is for %s, and the parties are not connected so"
              .formatted(certificates.isEmpty() ? "plaintext lines" : "TLS"));
    }
    for (int i = 0; i < shown.size(); i++) {
      if (!shown.get(i).equals(certificates.get(i))) {
        throw new Refused(
            "the memory is for the certificate %s of party %d, which shows %s: name the one that it"
                    .formatted(certificates.get(i), i + 1, shown.get(i))
                + " shows first in the configuration of new memory, or go on with the other");
      }
    }
  }
}
