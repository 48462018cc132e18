package org.schurmpc.garbled;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.contract.CheatCase;
import org.schurmpc.core.contract.CheatingContract;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.contract.Message;
import org.schurmpc.garbled.material.GarbledLevel;

class CheatingTest extends CheatingContract {
  /** Fills a chunk and one lane of another. */
  private static final int LANES = 65;

  private static final int FEW = 12;
  private static final int MANY = 100;

  private static CheatCase newCase(int sigma, int garbler, int gates, int cheater) {
    return new CheatCase(
        "sigma %d, garbler %d".formatted(sigma, garbler),
        Configurations.garbled(sigma, garbler, LANES, "plain"),
        gates,
        false,
        cheater,
        messages(cheater == garbler));
  }

  private static List<Message> messages(boolean garbles) {
    List<Message> all = new ArrayList<>();
    all.add(Message.agreement());
    // Another masked input than the label's shows at the evaluator, whoever sent it.
    all.add(
        Message.caughtByEither(
            "inputs and openings",
            Set.of(Check.MAC, Check.GATE, Check.TRANSCRIPT),
            Set.of(Check.GATE)));
    if (garbles) {
      // A row that is not used changes nothing but the transcript.
      all.add(Message.caught("labels and tables", Check.GATE, Check.TRANSCRIPT));
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
        newCase(40, 1, MANY, 0));
  }

  @Override
  protected List<Lie.Told> lies() {
    List<Lie.Told> all = new ArrayList<>();
    for (int cheater = 0; cheater < 2; cheater++) {
      all.add(told(64, 0, FEW, cheater));
      all.add(told(80, 1, FEW, cheater));
      all.add(told(64, 0, MANY, cheater));
    }
    return all;
  }

  private static Lie.Told told(int sigma, int garbler, int gates, int cheater) {
    return new Lie.Told(
        newCase(sigma, garbler, gates, cheater),
        Lies.of(new GarbledLevel(sigma, garbler), gates, cheater));
  }
}
