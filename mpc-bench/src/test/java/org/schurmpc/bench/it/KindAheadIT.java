package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;

/**
 * Tests parties with stores of TinyTable on disk, of which one is ahead in one kind of material.
 * Tables of one evaluation with masks of another would give wrong outputs.
 */
class KindAheadIT {
  private static final int LANES = 1024; // the maximum of an evaluation
  private static final int EVALUATIONS = 4;

  @TempDir Path folder;

  private String config;

  private Path store(int party) {
    return folder.resolve("store-" + party);
  }

  private void makeConfig() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] a = builder.input(8);
    int[] b = builder.input(8);
    int[] and = new int[8];
    for (int i = 0; i < 8; i++) {
      and[i] = builder.and(a[i], b[i]);
    }
    builder.output(and);
    Path circuit = folder.resolve("and.txt");
    BristolFashion.write(builder.build(), circuit);
    Files.writeString(folder.resolve("input-1"), "0b\n".repeat(LANES));
    Files.writeString(folder.resolve("input-2"), "5c\n".repeat(LANES));
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String text =
        """
        protocol = "tinytable"
        circuit = "%s"
        inputs = ["party1", "party2"]
        outputs = ["all"]
        options = { mac = "linear", sigma = 40 }
        [[party]]
        address = "127.0.0.1:%d"
        [[party]]
        """
            .formatted(circuit, port);
    config = Files.writeString(folder.resolve("job.toml"), text).toString();
  }

  private void deal() throws Exception {
    String lanes = Integer.toString(LANES * EVALUATIONS);
    String[] stores = {store(1).toString(), store(2).toString()};
    try (BenchRun dealer =
        BenchThread.start(
            "dealer", "--config", config, "--lanes", lanes, "--out", stores[0], stores[1])) {
      dealer.expect(0);
    }
  }

  /** Uses up one evaluation's items of one kind at the second party. */
  private void advance(String kindName) throws Exception {
    StoreAccess access = StoreAccess.ofEnvironment();
    try (StoreDirectory store = StoreDirectory.open(store(2), access)) {
      DiskPrepStore batch = store.batches().get(0);
      MaterialKind kind =
          batch.kinds().stream()
              .filter(each -> each.name().startsWith(kindName))
              .findFirst()
              .orElseThrow();
      batch.openKeys();
      long items = batch.made(kind) / EVALUATIONS;
      for (long done = 0; done < items; ) {
        done += batch.lease(kind, (int) (items - done)).items();
      }
    }
  }

  private BenchThread eval(int party) {
    return BenchThread.start(
        "eval",
        "--config",
        config,
        "--plaintext",
        "--party",
        Integer.toString(party),
        "--connect-timeout",
        "60s",
        "--preprocessing",
        "store:" + store(party),
        "--input",
        folder.resolve("input-" + party).toString());
  }

  private void evaluate(int exitCode, String out) throws Exception {
    try (BenchRun alice = eval(1);
        BenchRun bob = eval(2)) {
      alice.expect(exitCode);
      bob.expect(exitCode);
      assertEquals(out, alice.out());
      assertEquals(out, bob.out());
    }
  }

  @Test
  void outputsAreRightAndTheEvaluationIsLetGo() throws Exception {
    makeConfig();
    deal();
    advance("AND tables");
    String right = "08\n".repeat(LANES);
    evaluate(0, right);
    advance("output masks");
    evaluate(0, right);
    evaluate(7, "");
    try (BenchRun info = BenchThread.start("prep", "info", store(1).toString())) {
      String said = info.expect(0).out();
      assertTrue(said.contains("left of 'output masks"), said);
    }
  }
}
