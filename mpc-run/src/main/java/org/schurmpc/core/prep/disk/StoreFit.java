package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.disk.StoreDirectory.Purpose;

/** Compares the purpose for which a batch was generated with the purpose that is wanted. */
final class StoreFit {
  private StoreFit() {}

  /**
   * Requires that a batch is for a purpose.
   *
   * @throws Refused naming the differing purpose
   */
  static void require(Path folder, StoreHeader header, Purpose purpose) throws Refused {
    if (!header.protocol().equals(purpose.protocol())) {
      throw unfit(folder, "protocol " + header.protocol(), purpose.protocol());
    }
    if (!header.material().equals(purpose.material())) {
      throw new Refused(
          "%s is for '%s', and what is wanted is '%s': name another store, or the parameters of this one"
              .formatted(folder, header.material(), purpose.material()));
    }
    if (sigma(header.parameters()) < sigma(purpose.parameters())) {
      throw unfit(
          folder, "σ = " + sigma(header.parameters()), "σ = " + sigma(purpose.parameters()));
    }
    if (header.parties() != purpose.parties()) {
      throw unfit(folder, header.parties() + " parties", Integer.toString(purpose.parties()));
    }
    if (header.party() != purpose.party()) {
      throw unfit(folder, "party " + (header.party() + 1), "party " + (purpose.party() + 1));
    }
    if (!header.circuit().equals(purpose.circuit())) {
      throw unfit(
          folder, "circuit " + header.circuit().orElse("(any)"), purpose.circuit().orElse("(any)"));
    }
    if (!header.certificates().equals(purpose.certificates()) && !dealt(header)) {
      throw new Refused(certificatesDiffer(folder, header, purpose));
    }
  }

  /** Returns the statistical security in bits of the material; 0 if it is not specified. */
  private static int sigma(Map<String, String> parameters) {
    String value = parameters.getOrDefault("sigma", "");
    return value.matches("[0-9]{1,4}") ? Integer.parseInt(value) : 0;
  }

  /**
   * Returns whether a dealer generated the batch. A dealer does not know certificates, and could
   * use its material in anybody's name.
   */
  private static boolean dealt(StoreHeader header) {
    return header.insecure() && header.certificates().isEmpty();
  }

  private static Refused unfit(Path folder, String is, String wanted) {
    return new Refused(
        "%s is for %s, and what is wanted is %s: name another store".formatted(folder, is, wanted));
  }

  private static String certificatesDiffer(Path folder, StoreHeader header, Purpose purpose) {
    List<String> made = header.certificates();
    if (made.isEmpty()) {
      return folder + " was made over plaintext lines: it is not for parties over TLS";
    }
    if (purpose.certificates().isEmpty()) {
      return folder + " was made over TLS: it is not for plaintext lines";
    }
    for (int i = 0; i < made.size(); i++) {
      if (!made.get(i).equals(purpose.certificates().get(i))) {
        return "%s was made with the certificate %s of party %d, whose certificate now is %s"
            .formatted(folder, made.get(i), i + 1, purpose.certificates().get(i));
      }
    }
    return folder + " was made with other certificates";
  }
}
