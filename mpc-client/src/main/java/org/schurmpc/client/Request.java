package org.schurmpc.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * A request: one use of a job. Its steps are noted in the state folder before what depends on them
 * is sent, so a process that ends loses nothing.
 */
public final class Request {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MOST_JSON = 1 << 16;

  /** Number of times that inputs are submitted again after a failure that revealed nothing. */
  private static final int MOST_REPEATS = 3;

  /** Time for telling a party that a delivery was refused. */
  private static final Duration MOST_COMPLAINT = Duration.ofSeconds(5);

  /** Longest time in seconds that a party is asked to wait for a result. */
  private static final long MOST_WAIT_SECONDS = 10;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration MOST_PAUSE = Duration.ofSeconds(1);

  private final MpcClient client;
  private final JobDescription job;
  private final Parties parties;

  /** The outputs that are ours. */
  private final List<Port> outputs;

  /** The inputs; null if the request was continued without them, or they are wiped. */
  private byte[] inputs;

  private UUID id;
  private StateFile state;

  /** The results that came in answer to the inputs, by party; null where there is none. */
  private PartyLine.Reply[] early;

  Request(MpcClient client, JobDescription job, byte[] inputs) {
    this(client, job, job.ourOutputs(), inputs);
  }

  private Request(MpcClient client, JobDescription job, List<Port> outputs, byte[] inputs) {
    this.client = client;
    this.job = job;
    this.parties = client.parties();
    this.outputs = outputs;
    this.inputs = inputs;
    this.early = new PartyLine.Reply[parties.lines().size()];
  }

  /** Returns another client's request, of which this one receives outputs. */
  static Request received(MpcClient client, UUID id, JobDescription job, String receiver)
      throws ClientException {
    List<Port> outputs = job.outputsOf(receiver);
    if (outputs.isEmpty()) {
      throw new BadInput("job %s has no outputs for %s".formatted(job.name(), receiver));
    }
    Request request = new Request(client, job, outputs, null);
    request.id = id;
    try (StateFile state = StateFile.open(client.config().state(), id, true)) {
      state.begin(job.name(), job.digest(), client.fingerprint());
    }
    return request;
  }

  /** Continues a request without its inputs. */
  static Request resumed(MpcClient client, UUID id, StateFile state)
      throws ClientException, InterruptedException {
    try (state) {
      if (state.job() == null
          || (!state.isAccepted() && state.end().isEmpty() && state.masked().isEmpty())) {
        throw new BadInput(
            "request %s was cut off before its inputs were masked: submit it again with them"
                .formatted(id));
      }
      JobDescription job = client.describe(state.job());
      Request request = new Request(client, job, null);
      request.id = id;
      request.state = state;
      state.begin(job.name(), job.digest(), client.fingerprint());
      if (!state.isAccepted() && state.end().isEmpty()) {
        request.sendInputs(state.number().orElseThrow(), state.masked().orElseThrow(), 0);
      }
      return request;
    }
  }

  /** Returns the identifier. It changes if inputs are submitted again after a failure. */
  public UUID id() {
    return id;
  }

  /** Returns the job. */
  public JobDescription job() {
    return job;
  }

  private String path() {
    return "/v1/requests/" + id;
  }

  /**
   * Submits the inputs under an identifier.
   *
   * @param wait the time that the parties may wait for the result, to answer with it
   */
  void submit(UUID under, Duration wait) throws ClientException, InterruptedException {
    id = under;
    early = new PartyLine.Reply[parties.lines().size()];
    try (StateFile file = StateFile.open(client.config().state(), id, true)) {
      state = file;
      state.begin(job.name(), job.digest(), client.fingerprint());
      requireNotEnded();
      if (job.inputBits() == 0) {
        askWithoutInputs();
      } else {
        askForMasks(outputs.isEmpty() ? 0 : waitSeconds(Instant.now().plus(wait)));
      }
    } catch (ClientException e) {
      client.forget(job.name());
      throw e;
    }
  }

  private void requireNotEnded() throws DeliveryRefused, RequestFailed {
    if (state.end().equals(Optional.of(StateFile.End.REFUSED))) {
      throw new DeliveryRefused("the delivery of request %s (job %s)".formatted(id, job.name()));
    }
    if (state.end().equals(Optional.of(StateFile.End.FAILED))) {
      throw RequestFailed.ended(state.code(), "");
    }
  }

  private byte[] order(OptionalLong number) {
    ObjectNode order = JSON.createObjectNode().put("job", job.name()).put("digest", job.digest());
    if (number.isPresent()) {
      order.put("number", new BigInteger(Long.toUnsignedString(number.getAsLong())));
    }
    return order.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void askWithoutInputs() throws ClientException, InterruptedException {
    PartyLine.Call call =
        PartyLine.Call.put(path(), PartyLine.JSON, order(OptionalLong.empty()), MOST_JSON);
    List<String> receipts =
        parties.call(parties.lines(), line -> receipt(line, succeeded(line, line.call(call))));
    for (int i = 1; i < receipts.size(); i++) {
      if (!receipts.get(i).equals(receipts.get(0))) {
        throw new PartiesDisagree(
            "parties 1 and %d give different receipts for request %s".formatted(i + 1, id));
      }
    }
    if (!state.isAccepted()) {
      state.accepted(receipts.get(0));
    }
  }

  private static PartyLine.Reply succeeded(PartyLine line, PartyLine.Reply reply)
      throws RequestFailed {
    if (!reply.isSuccess()) {
      throw RequestFailed.refused(line.party(), reply.code(), reply.detail());
    }
    return reply;
  }

  private static String receipt(PartyLine line, PartyLine.Reply reply) throws ServiceUnreachable {
    String receipt = PartyLine.json(reply.body()).path("receipt").asText("");
    if (!receipt.matches("[0-9a-f]{64}")) {
      throw new ServiceUnreachable(
          line.party(), "party %d gives no receipt".formatted(line.party()));
    }
    return receipt;
  }

  /** Asks the first party again if another party says that the number is taken. */
  private void askForMasks(long waitSeconds) throws ClientException, InterruptedException {
    for (; ; ) {
      OptionalLong before = state.number();
      try {
        askForMasksOnce(waitSeconds);
        return;
      } catch (RequestFailed e) {
        boolean other = !state.number().equals(before) && state.masked().isEmpty();
        if (!e.code().equals(RequestFailed.NUMBER_TAKEN) || !other) {
          throw e;
        }
      } catch (DeliveryRefused e) {
        complain("masks");
        throw e;
      }
    }
  }

  private void askForMasksOnce(long waitSeconds) throws ClientException, InterruptedException {
    Domain domain = domain();
    DeliveryCheck.Expected any = expectedMasks(domain, OptionalLong.empty());
    byte[] first = masks(parties.first(), OptionalLong.empty(), any);
    long number = Envelope.parse(first).header().number();
    if (state.masked().isPresent()) {
      number = state.number().orElseThrow(); // another one is refused below
    } else if (!state.number().equals(OptionalLong.of(number))) {
      state.number(number);
    }
    OptionalLong given = OptionalLong.of(number);
    List<byte[]> bodies = new ArrayList<>(List.of(first));
    bodies.addAll(parties.call(parties.others(), line -> masks(line, given, any)));
    DeliveryCheck.Delivered delivered = DeliveryCheck.accept(bodies, expectedMasks(domain, given));
    byte[] masks = InputMasks.bits(delivered, job.inputBits());
    delivered.wipe();
    byte[] masked = InputMasks.mask(inputs, masks);
    Arrays.fill(masks, (byte) 0);
    if (state.masked().isPresent()) {
      requireSame(masked, state.masked().get());
    } else {
      state.masked(masked);
    }
    if (!state.isAccepted()) {
      sendInputs(number, masked, waitSeconds);
    }
  }

  /** Other inputs under the same masks would give away the difference of both. */
  private void requireSame(byte[] masked, byte[] before) throws BadInput {
    if (!Arrays.equals(masked, before)) {
      throw new BadInput(
          "request %s was begun with other inputs: take another request identifier".formatted(id));
    }
  }

  /** Tells all parties that a delivery was refused, and never why. */
  private void complain(String delivery) throws ClientException, InterruptedException {
    byte[] body =
        JSON.createObjectNode()
            .put("delivery", delivery)
            .toString()
            .getBytes(StandardCharsets.UTF_8);
    PartyLine.Call call =
        PartyLine.Call.put(path() + "/complaint", PartyLine.JSON, body, MOST_JSON);
    parties.call(
        parties.lines(),
        line -> {
          line.tell(call, MOST_COMPLAINT);
          return line;
        });
  }

  private Domain domain() throws PartiesDisagree {
    return Domain.named(job.domain())
        .orElseThrow(
            () ->
                new PartiesDisagree(
                    "job %s computes over '%s', which this client does not know"
                        .formatted(job.name(), job.domain())));
  }

  private DeliveryCheck.Expected expectedMasks(Domain domain, OptionalLong number) {
    return expected(
        true, number, domain, domain.packedBits(), InputMasks.elements(domain, job.inputBits()));
  }

  private DeliveryCheck.Expected expectedOutputs(Domain domain) {
    if (job.isProgram() && !domain.isBits()) {
      int values = outputs.stream().mapToInt(Port::count).sum();
      return expected(false, OptionalLong.empty(), domain, 0, values);
    }
    int bits = outputs.stream().mapToInt(Port::totalBits).sum();
    return expected(
        false,
        OptionalLong.empty(),
        domain,
        domain.packedBits(),
        InputMasks.elements(domain, bits));
  }

  private DeliveryCheck.Expected expected(
      boolean masks, OptionalLong number, Domain domain, int packed, int elements) {
    return new DeliveryCheck.Expected(
        masks,
        number,
        client.config().parties().stream().map(ClientConfig.Party::pins).toList(),
        client.fingerprint(),
        id,
        job.name(),
        job.digest(),
        domain,
        packed,
        elements);
  }

  private byte[] masks(PartyLine line, OptionalLong number, DeliveryCheck.Expected expected)
      throws ClientException, InterruptedException {
    PartyLine.Call call =
        PartyLine.Call.put(path(), PartyLine.JSON, order(number), expected.mostBytes());
    return succeeded(line, line.call(call)).body();
  }

  private void sendInputs(long number, byte[] masked, long waitSeconds)
      throws ClientException, InterruptedException {
    byte[] body =
        ByteBuffer.allocate(Long.BYTES + masked.length).putLong(number).put(masked).array();
    String receipt =
        InputMasks.hash(client.fingerprint(), id, number, job.digest(), job.portList(), masked);
    int most =
        waitSeconds > 0 ? Math.max(MOST_JSON, expectedOutputs(domain()).mostBytes()) : MOST_JSON;
    PartyLine.Call call =
        PartyLine.Call.put(path() + "/inputs", PartyLine.BYTES, body, most).waiting(waitSeconds);
    parties.call(
        parties.lines(),
        line -> {
          PartyLine.Reply reply = succeeded(line, line.call(call));
          if (waitSeconds > 0 && reply.status() == 200) {
            early[line.party() - 1] = reply;
          } else if (!receipt(line, reply).equals(receipt)) {
            throw new PartiesDisagree(
                "party %d gives a receipt for another input of request %s"
                    .formatted(line.party(), id));
          }
          return receipt;
        });
    state.accepted(receipt);
  }

  /**
   * Waits for the result, and checks it. If the request failed at all parties before anybody learnt
   * an output, submits the inputs again under another identifier, a few times. A result whose
   * delivery is refused is final: the parties are not asked again.
   *
   * @param atMost the time to wait; zero to ask once
   * @throws StillRunning if there is no result in this time
   * @throws DeliveryRefused if the parties' deliveries do not pass the check
   * @throws RequestFailed if the request failed
   */
  public Answer await(Duration atMost) throws ClientException, InterruptedException {
    Instant deadline = Instant.now().plus(atMost);
    for (int repeats = 0; ; repeats++) {
      try {
        Answer answer = result(deadline);
        wipe();
        return answer;
      } catch (RequestFailed e) {
        if (!e.mayRepeat() || inputs == null || repeats == MOST_REPEATS) {
          wipe();
          throw e;
        }
        submit(UUID.randomUUID(), Duration.between(Instant.now(), deadline));
      }
    }
  }

  private void wipe() {
    if (inputs != null) {
      Arrays.fill(inputs, (byte) 0);
      inputs = null;
    }
  }

  private Answer result(Instant deadline) throws ClientException, InterruptedException {
    try (StateFile file = StateFile.open(client.config().state(), id, false)) {
      state = file;
      requireNotEnded();
      List<PartyLine.Reply> replies = poll(deadline);
      if (replies.stream().allMatch(PartyLine.Reply::isSuccess)) {
        return answer(replies.stream().map(PartyLine.Reply::body).toList());
      }
      throw failed(replies);
    }
  }

  /** Asks all parties until each has a result or a failure. */
  private List<PartyLine.Reply> poll(Instant deadline)
      throws ClientException, InterruptedException {
    PartyLine.Reply[] ends = early;
    early = new PartyLine.Reply[ends.length];
    Duration pause = FIRST_PAUSE;
    for (boolean first = true; ; first = false) {
      List<PartyLine> open =
          parties.lines().stream().filter(line -> ends[line.party() - 1] == null).toList();
      if (open.isEmpty()) {
        return List.of(ends);
      }
      if (!first) {
        if (Instant.now().plus(pause).isAfter(deadline)) {
          throw new StillRunning(id);
        }
        Thread.sleep(pause.toMillis());
        pause =
            pause.multipliedBy(2).compareTo(MOST_PAUSE) < 0 ? pause.multipliedBy(2) : MOST_PAUSE;
      }
      long wait = waitSeconds(deadline);
      List<PartyLine.Reply> replies = parties.call(open, line -> ask(line, wait));
      for (int i = 0; i < replies.size(); i++) {
        if (replies.get(i).status() != 202) {
          ends[open.get(i).party() - 1] = replies.get(i);
        }
      }
    }
  }

  /** Returns how long parties may wait for a result: less than a call may take. */
  private long waitSeconds(Instant deadline) {
    Duration left = Duration.between(Instant.now(), deadline);
    Duration call = client.config().timeout().dividedBy(2);
    return Math.max(0, Math.min(MOST_WAIT_SECONDS, Math.min(left.toSeconds(), call.toSeconds())));
  }

  /** Asks one party for the result, or, if the client receives nothing, for the state. */
  private PartyLine.Reply ask(PartyLine line, long waitSeconds)
      throws ClientException, InterruptedException {
    if (!outputs.isEmpty()) {
      int most = expectedOutputs(domain()).mostBytes();
      PartyLine.Reply reply =
          line.call(PartyLine.Call.get(path() + "/result", most).waiting(waitSeconds));
      return reply.status() == 422 && reply.code().equals("failed") ? askWhy(line, reply) : reply;
    }
    PartyLine.Reply reply = line.call(PartyLine.Call.get(path(), MOST_JSON));
    JsonNode node = PartyLine.json(reply.body());
    return switch (node.path("state").asText("")) {
      case "done" -> reply;
      case "failed" -> failure(node);
      case "" -> succeeded(line, reply);
      default -> new PartyLine.Reply(202, new byte[0], "", "", Optional.empty());
    };
  }

  /** Asks for the reason of a failure that the problem itself does not name. */
  private PartyLine.Reply askWhy(PartyLine line, PartyLine.Reply problem)
      throws ClientException, InterruptedException {
    PartyLine.Reply reply = line.call(PartyLine.Call.get(path(), MOST_JSON));
    JsonNode node = PartyLine.json(reply.body());
    return node.path("code").isTextual() ? failure(node) : problem;
  }

  private static PartyLine.Reply failure(JsonNode node) {
    return new PartyLine.Reply(
        422,
        new byte[0],
        PartyLine.printable(node.path("code").asText("failed")),
        PartyLine.printable(node.path("detail").asText("")),
        Optional.empty());
  }

  private ClientException failed(List<PartyLine.Reply> replies) throws BadConfig {
    PartyLine.Reply first = replies.get(0);
    for (int i = 0; i < replies.size(); i++) {
      PartyLine.Reply each = replies.get(i);
      if (!each.isSuccess() && each.status() != 422) {
        return RequestFailed.refused(i + 1, each.code(), each.detail());
      }
    }
    for (int i = 1; i < replies.size(); i++) {
      if (!replies.get(i).code().equals(first.code())) {
        return new PartiesDisagree(
            "request %s ended differently: %s at party 1, %s at party %d"
                .formatted(id, how(first), how(replies.get(i)), i + 1));
      }
    }
    state.end(StateFile.End.FAILED, first.code());
    return RequestFailed.ended(first.code(), first.detail());
  }

  private static String how(PartyLine.Reply reply) {
    return reply.isSuccess() ? "with a result" : reply.code();
  }

  private Answer answer(List<byte[]> bodies) throws ClientException, InterruptedException {
    Answer answer = Answer.empty();
    if (!outputs.isEmpty()) {
      DeliveryCheck.Expected expected = expectedOutputs(domain());
      try {
        DeliveryCheck.Delivered delivered = DeliveryCheck.accept(bodies, expected);
        answer =
            expected.packed() == 0
                ? Answer.ofElements(outputs, delivered)
                : Answer.ofBits(outputs, delivered);
        delivered.wipe();
      } catch (DeliveryRefused e) {
        state.end(StateFile.End.REFUSED, "");
        wipe();
        complain("result");
        throw e;
      }
    }
    if (state.end().isEmpty()) {
      state.end(StateFile.End.DONE, "");
    }
    return answer;
  }

  /**
   * Tells the parties that the result has arrived and need not be kept. Call this when the answer
   * is safe; without it the parties keep the result until it expires.
   */
  public void acknowledge() throws ClientException, InterruptedException {
    PartyLine.Call call =
        new PartyLine.Call("DELETE", path(), PartyLine.BYTES, new byte[0], MOST_JSON);
    parties.call(
        parties.lines(),
        line -> {
          PartyLine.Reply reply = line.call(call);
          return Set.of(404, 410).contains(reply.status()) ? reply : succeeded(line, reply);
        });
  }

  /**
   * Deletes what this client keeps of the request. Call this when nobody asks for it again.
   *
   * @throws BadConfig if the file cannot be deleted
   */
  public void discard() throws BadConfig {
    StateFile.delete(client.config().state(), id);
  }
}
