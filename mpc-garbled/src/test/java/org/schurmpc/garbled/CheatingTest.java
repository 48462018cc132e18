package org.schurmpc.garbled;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.contract.CheatCase;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.contract.CheatingContract;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.contract.Message;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.material.Material;

class CheatingTest extends CheatingContract {
  /** Fills a chunk and one lane of another. */
  private static final int LANES = 65;

  /** Over which a table takes longer than a round. */
  private static final Link SLOW_LINE = new Link(1_000, Duration.ofMillis(1));

  private static final int FEW = 12;
  private static final int MANY = 100;

  /** Gates of {@link #MANY} in two layers go in four chunks of 64. */
  private static final int SMALL_CHUNK = 1;

  private static final int LONG_CHUNK = 1 << 16;
  private static final int CHUNKS = 4;

  private static CheatCase newCase(int sigma, int garbler, int gates, int cheater) {
    int chunk = gates == MANY ? SMALL_CHUNK : LONG_CHUNK;
    return new CheatCase(
        "sigma %d, garbler %d".formatted(sigma, garbler),
        Configurations.garbled(sigma, garbler, LANES, chunk, "plain"),
        gates,
        false,
        cheater,
        messages(cheater == garbler, gates == MANY ? CHUNKS : 1));
  }

  /** Both layers are opened, in one piece each. */
  private static CheatCase newOpenedCase(int sigma, int garbler, int cheater) {
    return new CheatCase(
        "sigma %d, garbler %d, opened".formatted(sigma, garbler),
        Configurations.forLine(sigma, garbler, LANES, LONG_CHUNK, SLOW_LINE, "plain"),
        FEW,
        false,
        cheater,
        List.of(
            Message.agreement(),
            Message.caughtByEither(
                "inputs", Set.of(Check.MAC, Check.TRANSCRIPT), Set.of(Check.MAC)),
            Message.proof("openings of layer 1"),
            Message.proof("openings of layer 2"),
            Message.caught("transcript", Check.TRANSCRIPT),
            Message.proof("output")));
  }

  private static List<Message> messages(boolean garbles, int chunks) {
    List<Message> all = new ArrayList<>();
    all.add(Message.agreement());
    // Another masked input than the label's shows at the evaluator, whoever sent it.
    all.add(
        Message.caughtByEither(
            "inputs and openings",
            Set.of(Check.MAC, Check.GATE, Check.TRANSCRIPT),
            Set.of(Check.GATE)));
    for (int chunk = 0; chunk < chunks; chunk++) {
      if (chunk + 2 < chunks) {
        all.add(Message.caught("openings " + (chunk + 2), Check.MAC));
      }
      if (garbles) {
        // A row that is not used changes nothing but the transcript.
        all.add(Message.caught("tables " + chunk, Check.GATE, Check.TRANSCRIPT));
      }
    }
    all.add(Message.caught("transcript", Check.TRANSCRIPT));
    all.add(Message.proof("output"));
    return all;
  }

  @Override
  protected List<CheatCase> cases() {
    return List.of(
        newCase(64, 0, FEW, 0),
        newCase(64, 0, FEW, 1),
        newCase(64, 1, MANY, 1),
        newCase(80, 1, FEW, 0),
        newCase(80, 0, FEW, 0),
        newCase(40, 1, MANY, 0),
        newOpenedCase(64, 0, 0),
        newOpenedCase(64, 0, 1),
        newOpenedCase(80, 1, 0));
  }

  @Override
  protected List<Lie.Told> lies() {
    List<Lie.Told> all = new ArrayList<>();
    for (int cheater = 0; cheater < 2; cheater++) {
      all.add(told(64, 0, FEW, cheater));
      all.add(told(80, 1, FEW, cheater));
      all.add(told(64, 0, MANY, cheater));
      all.add(toldOpened(64, 1, cheater));
      all.add(toldOpened(80, 0, cheater));
    }
    return all;
  }

  /**
   * A lie of the evaluator's about a factor in one chunk: no table of a chunk leaves whose openings
   * were not proven, nor of any later one.
   *
   * @param frames number of frames that the garbler sends before it has found the lie
   */
  @ParameterizedTest
  @CsvSource({"1, 2", "70, 2", "130, 4", "199, 6"})
  void noTableLeavesBeforeItsProof(int gate, int frames) throws Exception {
    GarbledLevel level = new GarbledLevel(64, 0);
    CheatedRun cheat = newRun(1, MANY);
    cheat.alter(
        level.material().andTriples(),
        2 * gate,
        (data, at) -> data[at + Material.tripleBits(Material.X)] ^= 1);
    requireFrames(cheat, frames, Check.MAC);
  }

  /**
   * A lie of the garbler's about a product: behind its chunk the evaluator sends nothing, neither
   * outputs nor the openings of later chunks.
   *
   * @param frames number of frames that the evaluator sends before it has found the lie
   */
  @ParameterizedTest
  @CsvSource({"1, 4", "70, 5", "130, 6", "499, 8"})
  void nothingLeavesBehindABadGate(int gate, int frames) throws Exception {
    Material material = new GarbledLevel(64, 0).material();
    CheatedRun cheat = newRun(0, 250);
    cheat.alter(
        material.andTriples(),
        2 * gate,
        (data, at) -> data[at + material.tripleNarrow(Material.Z)] ^= 2);
    requireFrames(cheat, frames, Check.GATE);
  }

  private static CheatedRun newRun(int cheater, int gates) throws Exception {
    var protocol = Configurations.garbled(64, 0, LANES, SMALL_CHUNK, "plain");
    return new CheatedRun(protocol, gates, false, cheater, 42);
  }

  private static void requireFrames(CheatedRun cheat, int frames, Check check) throws Exception {
    List<Integer> sent = new ArrayList<>();
    CheatedRun.Outcome honest =
        cheat
            .outcomes(
                (peer, index, bytes) -> bytes,
                (peer, index, bytes) -> {
                  sent.add(index);
                  return bytes;
                })
            .get(cheat.honest());
    cheat.requireAltered();
    cheat.requireCaught(honest, check);
    assertEquals(SessionPairs.HANDSHAKE_FRAMES + frames, sent.size());
  }

  private static Lie.Told toldOpened(int sigma, int garbler, int cheater) {
    return new Lie.Told(
        newOpenedCase(sigma, garbler, cheater),
        Lies.ofOpened(new GarbledLevel(sigma, garbler), FEW, cheater));
  }

  private static Lie.Told told(int sigma, int garbler, int gates, int cheater) {
    return new Lie.Told(
        newCase(sigma, garbler, gates, cheater),
        Lies.of(new GarbledLevel(sigma, garbler), gates, cheater));
  }
}
