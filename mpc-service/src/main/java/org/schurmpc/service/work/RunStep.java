package org.schurmpc.service.work;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptOutputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.control.LogEntry;
import org.schurmpc.service.control.RunPhase;
import org.schurmpc.service.control.RunState;
import org.schurmpc.service.control.RunSteps;
import org.schurmpc.service.state.Delivery;
import org.schurmpc.service.state.Refusal;
import org.schurmpc.service.state.RequestKey;
import org.schurmpc.service.state.RequestRuns;

/**
 * An attempt of a run at this party: takes the requests' inputs, evaluates with material that is
 * used once, writes the outputs, and releases them when all parties have written the same.
 *
 * <p>Each step is on disk before the next message leaves. Inputs are the same in every attempt:
 * those of clients by the hash in the log, this party's own by the blob that is kept before the
 * first attempt. Material, masks of outputs and numbers of deliveries are fresh.
 */
final class RunStep implements StepDriver.Part {
  private final Books books;
  private final RunSets sets;
  private final WorkSession session;
  private final LogEntry.Run entry;
  private final List<RequestKey> requests = new ArrayList<>();
  private final PartyInputs own;
  private final Receivers receivers;
  private final Map<RequestKey, List<RequestRuns.Output>> outputs = new LinkedHashMap<>();
  private String refusal = ""; // code of a run that this party refuses at this step

  /** Knows the certificates of receivers. */
  interface Receivers {
    /** Returns the certificate of a party, or of a client by its name. */
    Fingerprint of(PlannedJob.Target target, RequestKey request) throws Refused;
  }

  RunStep(
      Books books,
      RunSets sets,
      WorkSession session,
      LogEntry.Run entry,
      PartyInputs own,
      Receivers receivers) {
    this.books = books;
    this.sets = sets;
    this.session = session;
    this.entry = entry;
    this.own = own;
    this.receivers = receivers;
    entry.requests().forEach(each -> requests.add(RequestNames.key(each.request())));
  }

  /**
   * Runs the attempt.
   *
   * @param state that of a run that waits
   * @param head of the log at the entry
   */
  RunState run(RunState state, String head) throws MpcException {
    RunSteps steps = RunSteps.run(session.session().parties(), head, state);
    try {
      return StepDriver.run(steps, session.session(), this);
    } catch (PeerCheated e) {
      fail(steps, "cheated");
      throw e;
    } catch (ProgramFault e) {
      fail(steps, "fault");
      throw e;
    } catch (Exhausted e) {
      if (entry.attempt() >= session.job().job().attempts()) {
        fail(steps, "no-stock");
      }
      throw e; // otherwise tried again when there is material
    } catch (Refused e) {
      fail(steps, refusal);
      throw e;
    } finally {
      outputs.values().forEach(all -> all.forEach(each -> Secrets.wipe(each.delivery().body())));
      sets.close();
    }
  }

  private void fail(RunSteps steps, String code) throws MpcException {
    Optional<RunState> failed = steps.failure(code);
    if (failed.isPresent()) {
      books.end(failed.get(), requests, List.of());
    }
  }

  @Override
  public void note(RunState state) throws MpcException {
    if (state.phase() == RunPhase.TAKEN) {
      refusal = "no-inputs";
      List<String> lines = fixOwnInputs();
      List<KeyName> keys = maskKeys();
      refusal = "no-set";
      sets.begin(keys);
      lines.addAll(sets.entries(state));
      refusal = "rate";
      take(lines);
    } else if (state.phase() == RunPhase.REVEALED) {
      books.note(sets.entries(state).toArray(new String[0]));
    } else if (state.phase() == RunPhase.PREPARED) {
      await(books.book().runs().prepared(outputs, sets.entries(state)));
    } else {
      books.end(state, requests, sets.ending());
    }
  }

  private static void await(CompletableFuture<Void> future) throws MpcException {
    try {
      Books.join(future);
    } catch (Refusal e) {
      throw new Refused(e.getMessage(), e);
    }
  }

  private void take(List<String> lines) throws MpcException {
    Map<RequestKey, String> hashes = new LinkedHashMap<>();
    for (int lane = 0; lane < requests.size(); lane++) {
      hashes.put(requests.get(lane), entry.requests().get(lane).hash());
    }
    await(books.book().runs().run(hashes, entry.attempt(), lines));
  }

  /**
   * Keeps this party's own inputs before they are used for the first time.
   *
   * @return lines that have to be durable before that; what no line names is deleted at a start
   */
  private List<String> fixOwnInputs() throws MpcException {
    List<Artifact.Port> ports = ownPorts();
    Map<String, CompletableFuture<String>> blobs = new LinkedHashMap<>(); // by request
    // In a run for many clients they belong to the first one's request.
    for (RequestKey request : session.job().gathers() ? requests.subList(0, 1) : requests) {
      String name = RequestNames.of(request);
      if (!ports.isEmpty() && books.state().inputs.blob(name).isEmpty()) {
        byte[] all = supply(ports, request);
        blobs.put(name, books.log().put(all));
        Secrets.wipe(all);
      }
    }
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, CompletableFuture<String>> each : blobs.entrySet()) {
      lines.add(FixedInputs.fixed(each.getKey(), Books.await(each.getValue())));
    }
    return lines;
  }

  private byte[] supply(List<Artifact.Port> ports, RequestKey request) throws MpcException {
    List<byte[]> values =
        own.supply(entry.job(), ports, request)
            .orElseThrow(() -> new Refused("no own inputs for a request of " + entry.job()));
    byte[] all = new byte[ports.stream().mapToInt(PlannedJob::bytes).sum()];
    boolean supplied = false;
    try {
      int at = 0;
      for (int i = 0; i < ports.size(); i++) {
        byte[] of = values.get(i);
        if (values.size() != ports.size() || of.length != PlannedJob.bytes(ports.get(i))) {
          throw new Refused("own inputs of another length than that of " + ports.get(i).name());
        }
        System.arraycopy(of, 0, all, at, of.length);
        at += of.length;
      }
      supplied = true;
      return all;
    } finally {
      values.forEach(Secrets::wipe);
      if (!supplied) {
        Secrets.wipe(all);
      }
    }
  }

  private List<Artifact.Port> ownPorts() {
    return session.job().ownInputs(session.session().party());
  }

  @Override
  public String work(Evaluation.Revealing revealing) throws MpcException {
    refusal = "key-lost";
    List<byte[]> mine = new ArrayList<>();
    KeptInputs kept = new KeptInputs();
    List<Reads> reads = new ArrayList<>();
    List<KeptValues> masks = new ArrayList<>();
    try {
      for (int lane = 0; lane < requests.size(); lane++) {
        reads.add(read(lane));
      }
      for (Reads each : reads) {
        mine.add(Books.await(each.own));
        if (session.job().maskBits() > 0) {
          masks.add(mask(Books.await(each.mask)));
        }
      }
      List<KeptValues> usable = sets.usable(masks, maskKeys());
      for (int lane = 0; lane < usable.size(); lane++) {
        put(kept, lane, usable.get(lane), Books.await(reads.get(lane).given));
      }
      putPresent(kept);
      sets.put(kept, session.job().gathers() ? 1 : requests.size());
      try (KeptOutputs made = session.evaluation().run(mine, kept, orders(), revealing)) {
        return collect(made);
      }
    } finally {
      masks.forEach(KeptValues::close);
      mine.forEach(Secrets::wipe);
      reads.forEach(Reads::wipe);
    }
  }

  /**
   * What is read of a request, of all requests before the first is waited for.
   *
   * @param own this party's own inputs, empty without any
   * @param mask of the client's inputs, empty without any
   * @param given what the client gave
   */
  private record Reads(
      CompletableFuture<byte[]> own,
      CompletableFuture<byte[]> mask,
      CompletableFuture<byte[]> given) {
    void wipe() {
      own.thenAccept(Secrets::wipe);
      mask.thenAccept(Secrets::wipe);
    }
  }

  private Reads read(int lane) throws MpcException {
    RequestKey request = requests.get(lane);
    CompletableFuture<byte[]> mask = nothing();
    CompletableFuture<byte[]> given = nothing();
    if (session.job().maskBits() > 0) {
      long number = number(lane);
      String blob =
          books
              .state()
              .masks
              .blob(number)
              .orElseThrow(() -> new BadFile("the input mask " + number + " is not there"));
      mask = books.log().get(blob);
      given = books.book().runs().input(request);
    }
    CompletableFuture<byte[]> own =
        books
            .state()
            .inputs
            .blob(RequestNames.of(request))
            .map(books.log()::get)
            .orElseGet(RunStep::nothing);
    return new Reads(own, mask, given);
  }

  private static CompletableFuture<byte[]> nothing() {
    return CompletableFuture.completedFuture(new byte[0]);
  }

  /** Says which places have a client: the first ones. */
  private void putPresent(KeptInputs kept) {
    if (session.job().takesPresent()) {
      for (int place = 0; place < session.job().job().places(); place++) {
        byte[] present = {(byte) (place < requests.size() ? 1 : 0)};
        kept.putPublic(PlannedJob.PRESENT, place, 1, present);
      }
    }
  }

  /** Returns the key of each request's mask; none if clients give no inputs. */
  private List<KeyName> maskKeys() throws Refused {
    List<KeyName> keys = new ArrayList<>();
    for (int lane = 0; session.job().maskBits() > 0 && lane < requests.size(); lane++) {
      long number = number(lane);
      keys.add(
          books
              .state()
              .masks
              .key(number)
              .orElseThrow(() -> new Refused("the input mask " + number + " is not there")));
    }
    return keys;
  }

  private long number(int lane) throws Refused {
    try {
      return books.book().runs().number(requests.get(lane)).orElseThrow();
    } catch (Refusal e) {
      throw new Refused(e.getMessage(), e);
    }
  }

  private static KeptValues mask(byte[] bytes) throws MpcException {
    MaskStock.Content content = MaskStock.read(bytes);
    Secrets.wipe(bytes);
    Secrets.wipe(content.delivery().body());
    return content.bits();
  }

  /** Returns bits of what a client gave, with zeros behind the last. */
  private static byte[] slice(byte[] given, int from, int count) {
    byte[] bits = new byte[(count + 7) / 8];
    for (int i = 0; i < count; i++) {
      int at = from + i;
      bits[i / 8] |= (byte) ((given[at / 8] >>> at % 8 & 1) << i % 8);
    }
    return bits;
  }

  /** Puts a client's masked inputs, and behind them those that it gave in the clear. */
  private void put(KeptInputs kept, int lane, KeptValues mask, byte[] given) throws MpcException {
    int masked = mask.count();
    kept.put(PlannedJob.INPUTS, lane, mask, slice(given, 0, masked));
    int clear = session.job().publicBits();
    if (clear > 0) {
      kept.putPublic(PlannedJob.PUBLIC, lane, clear, slice(given, masked, clear));
    }
  }

  private List<DeliveryOrder> orders() {
    List<DeliveryOrder> orders = new ArrayList<>();
    long number = entry.first();
    for (int lane = 0; lane < requests.size(); lane++) {
      for (PlannedJob.Target target : session.job().targets()) {
        orders.add(new DeliveryOrder(number++, target.set(), lane));
      }
    }
    return orders;
  }

  /** Puts outputs to their receivers, and returns a hash of what must be equal at all parties. */
  private String collect(KeptOutputs made) throws MpcException {
    FieldHash hash = new FieldHash("prepared").add(entry.run()).add(entry.attempt());
    int at = 0;
    for (RequestKey request : requests) {
      List<RequestRuns.Output> of = new ArrayList<>();
      for (PlannedJob.Target target : session.job().targets()) {
        org.schurmpc.core.deliver.Delivery delivery = made.deliveries().get(at++);
        Delivery described = MaskStock.describe(delivery);
        RequestRuns.Output output =
            new RequestRuns.Output(receivers.of(target, request), described);
        of.add(output);
        try {
          hash.add(books.book().runs().header(request, output).bytes());
        } catch (Refusal e) {
          throw new Refused(e.getMessage(), e);
        }
        hash.add(delivery.digest());
      }
      outputs.put(request, of);
    }
    sets.keep(made, hash);
    return HexFormat.of().formatHex(hash.digest());
  }
}
