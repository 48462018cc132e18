package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.disk.StoreDirectory.Purpose;

/** Compares what a batch was made for with what is wanted. */
final class StoreFit {
  private StoreFit() {}

  /**
   * Requires that a batch is for a purpose.
   *
   * @throws Refused saying what else it is for
   */
  static void require(Path folder, StoreHeader header, Purpose purpose) throws Refused {
    if (!header.protocol().equals(purpose.protocol())) {
      throw unfit(folder, "protocol " + header.protocol(), purpose.protocol());
    }
    if (!header.material().equals(purpose.material())) {
      throw unfit(folder, "'" + header.material() + "'", "'" + purpose.material() + "'");
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

  /**
   * The statistical security in bits that material was made with; 0 where nothing is said of it.
   */
  private static int sigma(Map<String, String> parameters) {
    String value = parameters.getOrDefault("sigma", "");
    return value.matches("[0-9]{1,4}") ? Integer.parseInt(value) : 0;
  }

  /** Who deals knows of no certificates, and could use what it dealt in anybody's name. */
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
