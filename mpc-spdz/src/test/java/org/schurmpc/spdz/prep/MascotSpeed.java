package org.schurmpc.spdz.prep;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.spdz.cipher.CipherTables;
import org.schurmpc.spdz.material.Material;

/**
 * Prints how many items a second two parties in one process make. No test: run its main method,
 * with a field, k of the OT extension, the size of batches, the number of items in a run, and the
 * kind: triples, squares, bits or sbox_aes.
 */
final class MascotSpeed {
  private static final int RUNS = 6;

  private MascotSpeed() {}

  private static final class Nowhere implements MaterialSink {
    @Override
    public void keys(String protocol, long[] keys) {}

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int items) {}
  }

  public static void main(String[] args) throws Exception {
    Field field = Fields.named(args[0]);
    int sigma = Material.usualSigma(field);
    MascotParameters setting =
        new MascotParameters(field, sigma, Integer.parseInt(args[1]), 1, Integer.parseInt(args[2]));
    int count = Integer.parseInt(args[3]);
    Material material = new Material(field);
    MaterialKind kind =
        switch (args[4]) {
          case "squares" -> material.squares();
          case "bits" -> material.bits();
          case "sbox_aes" -> CipherTables.of(field).get("sbox_aes").kind().kind();
          default -> material.triples();
        };
    Demand.Builder demanded = Demand.of(material.storeName()).add(kind, count);
    CipherTables.of(field)
        .values()
        .forEach(sbox -> demanded.add(sbox.kind().kind(), 0, sbox.table()));
    Demand demand = demanded.build();
    Parties.run(
        InMemoryNetwork.create(2),
        Duration.ofMinutes(10),
        network -> {
          SessionTerms terms = new SessionTerms(new TreeMap<>(Map.of("protocol", "speed")));
          try (Session session = Session.establish(network, terms, new SecureRandom());
              MascotPreprocessor preprocessor =
                  MascotPreprocessor.begin(
                      session, setting, () -> KernelProvider.choose().kernels())) {
            for (int run = 0; run < RUNS; run++) {
              long start = System.nanoTime();
              long bytes = network.traffic().bytesSent();
              preprocessor.prepare(demand, new Nowhere());
              if (session.party() == 0) {
                System.out.printf(
                    Locale.ROOT,
                    "%,.0f %s/s, %.2f kbit each%n",
                    count * 1e9 / (System.nanoTime() - start),
                    args[4],
                    8e-3 * (network.traffic().bytesSent() - bytes) / count);
              }
            }
            return null;
          }
        });
  }
}
