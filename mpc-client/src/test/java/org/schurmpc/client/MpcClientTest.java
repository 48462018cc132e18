package org.schurmpc.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.client.FakeParties.Reply;
import org.schurmpc.client.FakeParties.Seen;

/** Tests clients against services over HTTPS, with honest and other parties. */
@Timeout(120)
class MpcClientTest {
  private static final Duration WAIT = Duration.ofSeconds(20);
  private static final byte[] BLOCK = HexFormat.of().parseHex("c0ffee123405");

  @TempDir Path folder;

  private TestKey own;
  private FakeParties parties;

  @BeforeEach
  void start() throws Exception {
    own = TestKey.make("me");
    own.write(folder, "me", new char[0]);
    parties = new FakeParties(2, own.fingerprint());
  }

  @AfterEach
  void stop() {
    parties.close();
  }

  private void restart(int n) throws Exception {
    parties.close();
    parties = new FakeParties(n, own.fingerprint());
  }

  private MpcClient client() throws Exception {
    return client(Duration.ofSeconds(20));
  }

  /** Returns a client that tries each call for some time. */
  private MpcClient client(Duration timeout) throws Exception {
    ClientConfig read = ClientConfig.read(parties.config(folder));
    return MpcClient.of(
        new ClientConfig(
            read.key(), read.certificate(), read.state(), timeout, read.parties(), read.jobs()),
        new char[0]);
  }

  /** Submits with little patience, for parties that do not answer, or for any that are slow. */
  private Request tryToSubmit(UUID id) throws Exception {
    return client(Duration.ofMillis(400)).job("tag").inputBytes("block", BLOCK).submit(id);
  }

  /** Submits with some patience: the party that is slow is the one that does not answer. */
  private Request submitSoon() throws Exception {
    return submitSoon(UUID.randomUUID());
  }

  private Request submitSoon(UUID id) throws Exception {
    return client(Duration.ofSeconds(3)).job("tag").inputBytes("block", BLOCK).submit(id);
  }

  private static byte[] complement(byte[] bits, int nBits) {
    byte[] out = bits.clone();
    for (int i = 0; i < out.length; i++) {
      out[i] ^= (byte) 0xFF;
    }
    if (nBits % 8 != 0) {
      out[out.length - 1] &= (byte) ((1 << (nBits % 8)) - 1);
    }
    return out;
  }

  private Request submit(UUID id) throws Exception {
    return client().job("tag").inputBytes("block", BLOCK).submit(id);
  }

  private void line(BiFunction<Seen, Reply, Reply> answers) {
    parties.line =
        new FakeParties.Line() {
          @Override
          public Reply answer(Seen call, Reply honest) {
            return answers.apply(call, honest);
          }
        };
  }

  private Path state(UUID id) {
    return folder.resolve("state").resolve(id + ".request");
  }

  // ----- the honest way

  /** Returns the job with other receivers of its outputs. */
  private static JobDescription given(JobDescription job, String receiver) {
    return new JobDescription(
        job.name(),
        job.kind(),
        job.digest(),
        job.domain(),
        job.inputs(),
        job.outputs().stream()
            .map(
                out ->
                    new Port(
                        out.name(), out.kind(), out.bits(), out.fraction(), out.count(), receiver))
            .toList(),
        job.state());
  }

  @ParameterizedTest
  @CsvSource({"client:auditor, client:auditor", "party2, party2", "all, party1"})
  void receivesOutputsOfAnothersRequest(String holder, String receiver) throws Exception {
    Request asked = submit(UUID.randomUUID());
    parties.jobs.set(0, given(parties.jobs.get(0), holder));
    Files.delete(state(asked.id())); // another client has none
    MpcClient other = client();
    Request request = other.received(asked.id(), "tag", receiver);
    assertArrayEquals(complement(BLOCK, 43), request.await(WAIT).bits("out"));
    request.acknowledge();
    assertEquals(2, parties.count("DELETE", asked.id().toString()));
    assertTrue(Files.exists(state(asked.id())));
    request.discard();
    assertFalse(Files.exists(state(asked.id())));
    BadInput nothing =
        assertThrows(BadInput.class, () -> other.received(asked.id(), "tag", "client:other"));
    assertEquals("job tag has no outputs for client:other", nothing.getMessage());
    BadConfig unknown =
        assertThrows(BadConfig.class, () -> other.received(asked.id(), "tags", receiver));
    assertTrue(unknown.getMessage().contains("no job 'tags'"), unknown.getMessage());
  }

  /** Lets parties that know a result answer inputs with it. */
  private void answerInputsWith(UnaryOperator<byte[]> change) {
    line(
        (call, honest) -> {
          FakeParties.Asked asked =
              call.is("PUT", "/inputs")
                  ? parties.requests.get(UUID.fromString(call.path().split("/", -1)[3]))
                  : null;
          return asked == null || asked.outputs == null
              ? honest
              : Reply.bytes(change.apply(asked.outputs.bodies().get(call.party()).clone()));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void takesResultsThatAnswerItsInputs(int n) throws Exception {
    restart(n);
    answerInputsWith(result -> result);
    Request request = client().job("tag").inputBytes("block", BLOCK).submit(WAIT);
    assertArrayEquals(complement(BLOCK, 43), request.await(WAIT).bits("out"));
    assertEquals(n - 1, parties.count("GET", "/result")); // the last party knew the result
    assertArrayEquals(complement(BLOCK, 43), request.await(WAIT).bits("out"));
    assertEquals(2 * n - 1, parties.count("GET", "/result"));
  }

  @Test
  void checksResultsThatAnswerItsInputs() throws Exception {
    answerInputsWith(
        result -> {
          result[result.length - 1] ^= 1;
          return result;
        });
    Request request = client().job("tag").inputBytes("block", BLOCK).submit(WAIT);
    assertThrows(DeliveryRefused.class, () -> request.await(WAIT));
    assertThrows(ServiceUnreachable.class, this::submitSoon, "a result that it has not asked for");
  }

  /** A program configures the client as a file does. */
  @Test
  void isConfiguredByAProgram() throws Exception {
    ClientConfig read = ClientConfig.read(parties.config(folder));
    MpcClient client =
        MpcClient.of(
            own.key(),
            own.certificate(),
            read.state(),
            read.parties().stream()
                .map(party -> new MpcClient.Service(party.url(), party.pins()))
                .toList(),
            read.jobs());
    Request request = client.job("tag").inputBytes("block", BLOCK).submit();
    assertArrayEquals(complement(BLOCK, 43), request.await(WAIT).bits("out"));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void givesInputsAndTakesOutputs(int n) throws Exception {
    restart(n);
    MpcClient client = client();
    Request request = client.job("tag").inputBytes("block", BLOCK).submit();
    Answer answer = request.await(WAIT);
    assertArrayEquals(complement(BLOCK, 43), answer.bits("out"));
    assertEquals("Answer[out]", answer.toString());
    request.acknowledge();
    assertEquals(n, parties.count("DELETE", request.id().toString()));
    assertEquals(n, parties.orders());
    assertEquals(n, parties.count("PUT", "/inputs"));

    byte[] long300 = new byte[38];
    new Random(5).nextBytes(long300);
    long300[37] &= 0x0F;
    assertArrayEquals(
        complement(long300, 300),
        client.job("packed").inputBytes("block", long300).submit().await(WAIT).bits("out"));

    Answer words =
        client.job("words").input("block", 0, 1, 2, 3, (1 << 20) - 1).submit().await(WAIT);
    assertEquals(BigInteger.valueOf((1 << 20) - 3), words.numbers("out").get(2));

    Answer sum = client.job("sum").input("a", 3, 65_000, 65_535).submit().await(WAIT);
    assertEquals(List.of(BigInteger.valueOf(-532)), sum.numbers("sum"));
    assertEquals(20, java.util.BitSet.valueOf(sum.bits("sum")).length());
    assertEquals(1, sum.names().size());
  }

  @Test
  void inputsHaveManyForms() throws Exception {
    MpcClient client = client();
    boolean[] bits = new boolean[43];
    for (int i = 0; i < 43; i++) {
      bits[i] = (BLOCK[i / 8] >> (i % 8) & 1) != 0;
    }
    String hex = "05341 2eeffc0".replace(" ", ""); // the number whose bytes are those of the block
    byte[] right = complement(BLOCK, 43);
    assertArrayEquals(
        right, client.job("tag").input("block", bits).submit().await(WAIT).bits("out"));
    assertArrayEquals(
        right,
        client.job("tag").inputHex("block", hex.substring(1)).submit().await(WAIT).bits("out"));
    assertArrayEquals(
        right,
        client.job("tag").input("block", new BigInteger(hex, 16)).submit().await(WAIT).bits("out"));
  }

  @Test
  void jobsWithoutInputsOrOutputsOfTheClient() throws Exception {
    MpcClient client = client();
    Answer draw = client.job("draw").submit().await(WAIT);
    assertEquals(List.of(BigInteger.valueOf(-7)), draw.numbers("sum"));
    Answer none = client.job("give").inputBytes("block", BLOCK).submit().await(WAIT);
    assertTrue(none.names().isEmpty());
    assertThrows(IllegalArgumentException.class, () -> none.bits("out"));
  }

  @Test
  void wrongInputsAreRefusedBeforeAnythingIsSent() throws Exception {
    MpcClient client = client();
    List<Job> wrong =
        List.of(
            client.job("tag"),
            client.job("tag").inputBytes("block", new byte[5]),
            client.job("tag").inputBytes("block", HexFormat.of().parseHex("c0ffee123485")),
            client.job("tag").inputHex("block", "fffffffffff"),
            client.job("tag").inputHex("block", "xyz"),
            client.job("tag").input("block", new boolean[42]),
            client.job("tag").input("blok", 1).input("block", 2),
            client.job("tag").input("key", 1).input("block", 2),
            client.job("sum").input("a", 1, 2),
            client.job("sum").input("a", 1, 2, -1),
            client.job("sum").input("a", 1, 2, 65_536));
    for (Job job : wrong) {
      BadInput refused = assertThrows(BadInput.class, job::submit);
      assertFalse(refused.getMessage().contains("65"), refused.getMessage());
    }
    assertEquals(0, parties.orders());
    assertThrows(BadConfig.class, () -> client.job("unknown"));
    assertThrows(
        IllegalArgumentException.class, () -> client.job("sum").input("a", 1).input("a", 2));
  }

  @Test
  void saysWhichJobsCanBeUsed() throws Exception {
    Path config = parties.config(folder);
    JobDescription tag = parties.jobs.get(0);
    List<JobDescription> first = new ArrayList<>(parties.jobs);
    List<JobDescription> second = new ArrayList<>(parties.jobs);
    second.set(0, with(tag, FakeParties.DIGEST, "suspended"));
    second.set(1, with(second.get(1), FakeParties.DIGEST, "no-stock"));
    first.set(2, with(first.get(2), "f".repeat(64), "open"));
    second.set(2, first.get(2));
    second.remove(5);
    Files.writeString(
        config, Files.readString(config).replace("name = \"sum\"", "name = \"other\""));
    line(
        (call, honest) -> {
          try {
            return Reply.json(
                200, parties.service(call.party(), call.party() == 0 ? first : second));
          } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
    MpcClient client = MpcClient.read(config);
    List<String> uses = client.jobs().stream().map(offer -> offer.use().name()).toList();
    assertEquals(
        List.of(
            "SUSPENDED", "NO_STOCK", "OTHER_DIGEST", "NOT_CONFIGURED", "OPEN", "PARTIES_DIFFER"),
        uses);
    assertThrows(PartiesDisagree.class, () -> client.describe("words"));
    assertEquals(
        2,
        assertThrows(RequestFailed.class, () -> client.describe("give"))
                .getMessage()
                .contains("party 2")
            ? 2
            : 0);
    assertEquals("suspended", with(tag, FakeParties.DIGEST, "suspended").state());
  }

  private static JobDescription with(JobDescription job, String digest, String state) {
    return new JobDescription(
        job.name(), job.kind(), digest, job.domain(), job.inputs(), job.outputs(), state);
  }

  @Test
  void jobsThatThePartiesDescribeDifferentlyAreNotUsed() throws Exception {
    line(
        (call, honest) ->
            call.is("GET", "/v1/service") && call.party() == 1
                ? Reply.json(
                    200,
                    new String(honest.body(), StandardCharsets.UTF_8)
                        .replace("\"bits\":43", "\"bits\":42"))
                : honest);
    PartiesDisagree differ = assertThrows(PartiesDisagree.class, () -> submit(UUID.randomUUID()));
    assertTrue(differ.getMessage().contains("parties 1 and 2"), differ.getMessage());
    line(
        (call, honest) ->
            call.is("GET", "/v1/service") && call.party() == 1
                ? Reply.json(
                    200,
                    new String(honest.body(), StandardCharsets.UTF_8)
                        .replace("\"party\":2", "\"party\":1"))
                : honest);
    assertThrows(PartiesDisagree.class, () -> submit(UUID.randomUUID()));
    assertEquals(0, parties.orders());
  }

  @Test
  void malformedDescriptionsAreOneSentence() throws Exception {
    for (String body : List.of("", "[]", "{", "{\"party\":2}")) {
      line((call, honest) -> call.party() == 1 ? Reply.json(200, body) : honest);
      assertThrows(PartiesDisagree.class, () -> client().describe("sum"));
    }
    String wrong = parties.service(1, parties.jobs).replace("\"bits\":43", "\"bits\":-43");
    line((call, honest) -> call.party() == 1 ? Reply.json(200, wrong) : honest);
    ServiceUnreachable e = assertThrows(ServiceUnreachable.class, () -> client().describe("sum"));
    assertTrue(e.getMessage().contains("party 2") && e.getMessage().contains("'bits'"));
  }

  @Test
  void changedDescriptionsAreReadOrMalformed() throws Exception {
    byte[] service = parties.service(0, parties.jobs).getBytes(StandardCharsets.UTF_8);
    Random random = new Random(3);
    int malformed = 0;
    for (int i = 0; i < 5000; i++) {
      byte[] changed =
          i % 5 == 0 ? Arrays.copyOf(service, random.nextInt(service.length)) : service.clone();
      for (int k = 0; k < 3 && changed.length > 0; k++) {
        changed[random.nextInt(changed.length)] = (byte) (32 + random.nextInt(96));
      }
      try {
        JobDescription.list(PartyLine.json(changed)).forEach(JobDescription::portList);
      } catch (JobDescription.Malformed e) {
        malformed++;
      }
    }
    assertTrue(malformed > 1000, malformed + " are malformed");
  }

  // ----- resumption

  /** Every answer is lost once, in turn: the client asks again, and everything is done once. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void lostAnswersAreAskedForAgain(int n) throws Exception {
    restart(n);
    for (int lost = 0; lost < 4 * n; lost++) {
      AtomicInteger left = new AtomicInteger(lost);
      line((call, honest) -> left.getAndDecrement() == 0 ? null : honest);
      UUID id = UUID.randomUUID();
      assertArrayEquals(complement(BLOCK, 43), submit(id).await(WAIT).bits("out"));
      assertTrue(left.get() < 0);
    }
    assertEquals(4 * n, parties.requests.size());
  }

  /** Whichever call is the last that is answered, another process ends what was begun. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aRequestIsContinuedAfterEachStep(int n) throws Exception {
    restart(n);
    for (boolean arrive : new boolean[] {true, false}) {
      for (int step = 0; step <= 4 * n; step += arrive && n == 2 ? 1 : 3) {
        AtomicInteger left = new AtomicInteger(step);
        parties.line =
            new FakeParties.Line() {
              @Override
              public boolean arrives(Seen call) {
                return arrive || left.get() > 0;
              }

              @Override
              public Reply answer(Seen call, Reply honest) {
                return left.getAndDecrement() > 0 ? honest : null;
              }
            };
        UUID id = UUID.randomUUID();
        try {
          tryToSubmit(id).await(Duration.ZERO);
        } catch (ServiceUnreachable | StillRunning e) {
          assertFalse(e.getMessage().isEmpty());
        }
        parties.line = new FakeParties.Line() {};
        assertArrayEquals(complement(BLOCK, 43), submit(id).await(WAIT).bits("out"));
        long different =
            parties.requests.get(id).inputs.values().stream()
                .map(HexFormat.of()::formatHex)
                .distinct()
                .count();
        assertEquals(1, different);
        requireNoInputIn(id);
      }
    }
  }

  /** Neither the input nor the masks are in the file, in any form. */
  private void requireNoInputIn(UUID id) throws Exception {
    byte[] masks = parties.requests.get(id).maskBits;
    String text = Files.readString(state(id));
    for (byte[] secret : List.of(BLOCK, masks)) {
      assertFalse(text.contains(HexFormat.of().formatHex(secret)), text);
      assertFalse(text.contains(java.util.Base64.getEncoder().encodeToString(secret)), text);
    }
    assertTrue(text.contains(HexFormat.of().formatHex(InputMasks.mask(BLOCK, masks))), text);
  }

  /** Once masked, inputs are not needed any more. */
  @Test
  void aRequestThatWasCutOffBehindItsMasksNeedsNoInputs() throws Exception {
    UUID id = UUID.randomUUID();
    line((call, honest) -> call.is("PUT", "/inputs") && call.party() == 1 ? null : honest);
    assertThrows(ServiceUnreachable.class, () -> submitSoon(id));
    parties.line = new FakeParties.Line() {};
    Request request = client().request(id);
    assertArrayEquals(complement(BLOCK, 43), request.await(WAIT).bits("out"));
    assertEquals(1, parties.requests.size());
  }

  @Test
  void aRequestThatWasCutOffBeforeItsMasksNeedsInputs() throws Exception {
    UUID id = UUID.randomUUID();
    line((call, honest) -> call.party() == 1 && call.method().equals("PUT") ? null : honest);
    assertThrows(ServiceUnreachable.class, () -> tryToSubmit(id));
    MpcClient client = client();
    assertThrows(BadInput.class, () -> client.request(id));
    assertThrows(BadInput.class, () -> client.request(UUID.randomUUID()));
    parties.line = new FakeParties.Line() {};
    assertArrayEquals(complement(BLOCK, 43), submit(id).await(WAIT).bits("out"));
  }

  /** The difference of two masked inputs would be the difference of the inputs. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void otherInputsUnderOneIdentifierAreNotSent(boolean accepted) throws Exception {
    UUID id = UUID.randomUUID();
    if (accepted) {
      submit(id);
    } else {
      line((call, honest) -> call.is("PUT", "/inputs") ? null : honest);
      assertThrows(ServiceUnreachable.class, () -> submitSoon(id));
      parties.line = new FakeParties.Line() {};
    }
    long before = parties.count("PUT", "/inputs");
    byte[] other = BLOCK.clone();
    other[0] ^= 1;
    Job job = client().job("tag").inputBytes("block", other);
    BadInput refused = assertThrows(BadInput.class, () -> job.submit(id));
    assertTrue(refused.getMessage().contains("other inputs"), refused.getMessage());
    assertEquals(before, parties.count("PUT", "/inputs"));
    assertThrows(BadInput.class, () -> client().job("give").inputBytes("block", BLOCK).submit(id));
    assertArrayEquals(complement(BLOCK, 43), submit(id).await(WAIT).bits("out"));
  }

  @Test
  void theMasksOfARequestStayTheSame() throws Exception {
    UUID id = UUID.randomUUID();
    submit(id);
    FakeParties.Asked asked = parties.requests.get(id);
    Path file = state(id);
    String text = Files.readString(file);
    String number = Long.toUnsignedString(asked.masks.headers[0].number());
    assertTrue(text.contains(number));
    Files.writeString(file, text.replace(number, "1"));
    assertThrows(ClientException.class, () -> submit(id));
    assertEquals(2, parties.count("PUT", "/inputs"));
  }

  @Test
  void linesThatWereCutOffAreDropped() throws Exception {
    UUID id = UUID.randomUUID();
    submit(id);
    String text = Files.readString(state(id));
    MpcClient client = client();
    for (int length = 0; length < text.length(); length += 29) {
      Files.writeString(state(id), text.substring(0, length));
      client.job("tag").inputBytes("block", BLOCK).submit(id);
      String now = Files.readString(state(id));
      assertEquals(text, now, "cut off at " + length);
    }
    Files.writeString(state(id), "{}x\n" + text);
    assertThrows(BadConfig.class, () -> submit(id));
    assertEquals(
        "rw-------",
        java.nio.file.attribute.PosixFilePermissions.toString(
            Files.getPosixFilePermissions(state(id))));
  }

  @Test
  void aRequestIsWorkedOnOnceAtATime() throws Exception {
    UUID id = UUID.randomUUID();
    Files.createDirectories(folder.resolve("state"));
    try (StateFile file = StateFile.open(folder.resolve("state"), id, true)) {
      assertTrue(file.number().isEmpty());
      BadInput busy = assertThrows(BadInput.class, () -> submit(id));
      assertTrue(busy.getMessage().contains("in use"), busy.getMessage());
    }
    submit(id);
  }

  // ----- refusals and time

  @Test
  void tooManyCallsAreMadeLater() throws Exception {
    AtomicInteger left = new AtomicInteger(2);
    line(
        (call, honest) ->
            call.method().equals("PUT") && left.getAndDecrement() > 0
                ? Reply.problem(429, "rate").with("Retry-After", "0")
                : honest);
    assertArrayEquals(complement(BLOCK, 43), submit(UUID.randomUUID()).await(WAIT).bits("out"));
    line(
        (call, honest) ->
            call.is("GET", "/v1/service")
                ? honest
                : Reply.problem(429, "rate").with("Retry-After", "60"));
    RequestFailed rate = assertThrows(RequestFailed.class, () -> submit(UUID.randomUUID()));
    assertEquals("rate", rate.code());
  }

  @Test
  void aPartyThatReadsTooLateIsAskedAgain() throws Exception {
    AtomicInteger left = new AtomicInteger(2);
    line(
        (call, honest) ->
            call.method().equals("PUT") && left.getAndDecrement() > 0
                ? Reply.problem(408, "timeout")
                : honest);
    assertArrayEquals(complement(BLOCK, 43), submit(UUID.randomUUID()).await(WAIT).bits("out"));
  }

  @Test
  void noStockSaysWhenToTryAgain() throws Exception {
    line(
        (call, honest) ->
            call.method().equals("PUT")
                ? Reply.problem(503, "no-stock").with("Retry-After", "3600")
                : honest);
    Instant before = Instant.now();
    NoStock none = assertThrows(NoStock.class, () -> submit(UUID.randomUUID()));
    assertEquals(1, none.party());
    long wait = Duration.between(before, none.retryAt()).toSeconds();
    assertTrue(wait >= 3599 && wait <= 3620, none.getMessage());
    line(
        (call, honest) ->
            call.method().equals("PUT")
                ? Reply.problem(503, "no-stock")
                    .with(
                        "Retry-After",
                        java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME.format(
                            java.time.ZonedDateTime.now(java.time.ZoneOffset.UTC).plusHours(2)))
                : honest);
    NoStock later = assertThrows(NoStock.class, () -> submit(UUID.randomUUID()));
    assertTrue(later.retryAt().isAfter(before.plusSeconds(7000)), later.getMessage());
  }

  @Test
  void refusalsHaveTheirCodes() throws Exception {
    for (String code : List.of("not-allowed", "digest-differs", "id-used", "no-such-job")) {
      line(
          (call, honest) ->
              call.party() == 1 && call.method().equals("PUT") ? Reply.problem(409, code) : honest);
      RequestFailed refused = assertThrows(RequestFailed.class, () -> submit(UUID.randomUUID()));
      assertEquals(code, refused.code());
      assertEquals("because", refused.detail());
      assertFalse(refused.ended());
      assertTrue(refused.getMessage().contains("party 2"), refused.getMessage());
    }
    line((call, honest) -> call.method().equals("PUT") ? Reply.problem(503, "suspended") : honest);
    assertEquals(
        "suspended", assertThrows(RequestFailed.class, () -> submit(UUID.randomUUID())).code());
  }

  @Test
  void answersThatAreNoneAreUnreachable() throws Exception {
    for (Reply wrong :
        List.of(
            Reply.json(302, "{}"),
            Reply.json(400, "no"),
            Reply.json(500, "{}"),
            Reply.json(503, "<html>"),
            Reply.bytes(new byte[1 << 23]))) {
      line((call, honest) -> call.party() == 1 ? wrong : honest);
      ServiceUnreachable e = assertThrows(ServiceUnreachable.class, this::submitSoon);
      assertEquals(2, e.party());
    }
    line((call, honest) -> call.is("PUT", "/inputs") ? Reply.json(202, "{\"receipt\":7}") : honest);
    assertThrows(ServiceUnreachable.class, () -> submit(UUID.randomUUID()));
  }

  @Test
  void longAnswersEndAtTheirLimit() throws Exception {
    line(
        (call, honest) ->
            call.party() == 1 && call.method().equals("PUT")
                ? Reply.bytes(Arrays.copyOf(honest.body(), 1 << 20))
                : honest);
    ServiceUnreachable e = assertThrows(ServiceUnreachable.class, () -> submit(UUID.randomUUID()));
    assertTrue(e.getMessage().contains("more than was asked for"), e.getMessage());
  }

  @Test
  void anAnswerThatDoesNotEndIsNotWaitedFor() throws Exception {
    line(
        (call, honest) ->
            call.party() == 1 && call.is("PUT", "/inputs")
                ? honest.with(FakeParties.STALL, "yes")
                : honest);
    Instant before = Instant.now();
    ServiceUnreachable e = assertThrows(ServiceUnreachable.class, this::submitSoon);
    assertEquals(2, e.party());
    assertTrue(Duration.between(before, Instant.now()).toSeconds() < 30);
  }

  @Test
  void aPartyThatIsNotThereIsNamed() throws Exception {
    Path config = parties.config(folder);
    Files.writeString(
        config,
        Files.readString(config)
            .replace(parties.url(1), "https://127.0.0.1:1")
            .replace("= 20", "= 3"));
    MpcClient client = MpcClient.read(config);
    ServiceUnreachable e = assertThrows(ServiceUnreachable.class, client::jobs);
    assertEquals(2, e.party());
    assertTrue(e.getMessage().contains("party 2 (https://127.0.0.1:1)"), e.getMessage());
  }

  // ----- TLS

  @Test
  void onlyPinnedServicesAreTalkedTo() throws Exception {
    Path config = parties.config(folder);
    String pin = parties.keys.get(1).fingerprint().toString();
    String other = TestKey.make("other").fingerprint().toString();
    Files.writeString(config, Files.readString(config).replace(pin, other));
    MpcClient client = MpcClient.read(config);
    Instant before = Instant.now();
    ServiceUnreachable e = assertThrows(ServiceUnreachable.class, client::jobs);
    assertEquals(2, e.party());
    assertTrue(e.getMessage().contains(pin) && e.getMessage().contains(other), e.getMessage());
    assertTrue(parties.calls.stream().noneMatch(call -> call.party() == 1));
    assertTrue(Duration.between(before, Instant.now()).toMillis() < 20_000);

    Files.writeString(
        config,
        Files.readString(config)
            .replace("\"" + other + "\"", "[\"" + other + "\", \"" + pin + "\"]"));
    assertEquals(6, MpcClient.read(config).jobs().size());
  }

  @Test
  void theFirstPartysCertificateIsNotTheSeconds() throws Exception {
    Path config = parties.config(folder);
    String text = Files.readString(config);
    Files.writeString(
        config,
        text.replace(parties.url(0), "X")
            .replace(parties.url(1), parties.url(0))
            .replace("X", parties.url(1)));
    assertThrows(ServiceUnreachable.class, () -> MpcClient.read(config).jobs());
    assertTrue(parties.calls.isEmpty());
  }

  @Test
  void expiredCertificatesAreNotTalkedTo() throws Exception {
    parties.close();
    parties = new FakeParties(2, own.fingerprint(), Duration.ofMinutes(-1));
    MpcClient client = client();
    ServiceUnreachable e = assertThrows(ServiceUnreachable.class, client::jobs);
    assertEquals(2, e.party());
    assertTrue(e.getMessage().contains("not now"), e.getMessage());
  }

  @Test
  void aClientThatIsNotListedIsToldSo() throws Exception {
    TestKey.make("stranger").write(folder, "me", new char[0]);
    MpcClient client = client(Duration.ofSeconds(8));
    ServiceUnreachable e = assertThrows(ServiceUnreachable.class, client::jobs);
    assertTrue(e.getMessage().contains("this client's certificate"), e.getMessage());
  }

  // ----- diagnosis

  @Test
  void aDiagnosisSaysHowFarClocksAreApart() throws Exception {
    Instant ahead = Instant.now().plusSeconds(100);
    Diagnosis found = client().diagnose(() -> ahead);
    assertEquals(2, found.parties().size());
    for (Diagnosis.PartyFinding each : found.parties()) {
      long seconds = each.clock().orElseThrow().toSeconds();
      assertTrue(seconds <= -95 && seconds >= -101, "" + seconds);
      assertEquals(Optional.empty(), each.failure());
    }
    assertEquals(JobOffer.Use.OPEN, found.jobs().get("tag").orElseThrow().use());
    assertEquals(
        parties.jobs.stream().map(JobDescription::name).toList(),
        List.copyOf(found.jobs().keySet()));
    assertEquals(0, parties.requests.size());
  }

  // ----- parties that deviate

  /** An envelope of the other kind, of another request, with a changed byte, or none at all. */
  @Test
  void masksThatAreNotSoundAreRefusedBeforeAnythingIsSent() throws Exception {
    byte[] stale = parties(UUID.randomUUID()).masks.bodies().get(1);
    long before = parties.count("PUT", "/inputs");
    for (byte[] wrong : List.of(stale, new byte[0], new byte[300])) {
      line(
          (call, honest) ->
              call.party() == 1 && call.method().equals("PUT") ? Reply.bytes(wrong) : honest);
      UUID id = UUID.randomUUID();
      DeliveryRefused refused = assertThrows(DeliveryRefused.class, () -> submit(id));
      assertTrue(refused.getMessage().contains(id.toString()), refused.getMessage());
    }
    for (int party = 0; party < 2; party++) {
      int cheat = party;
      line(
          (call, honest) -> {
            if (call.party() == cheat && call.method().equals("PUT") && honest.status() == 200) {
              honest.body()[honest.body().length - 33] ^= 1;
            }
            return honest;
          });
      assertThrows(DeliveryRefused.class, () -> submit(UUID.randomUUID()));
    }
    assertEquals(before, parties.count("PUT", "/inputs"));
    // Five refusals, each told to both parties, in one word.
    assertEquals(10, parties.complaints.size());
    assertEquals(
        Set.of("0 {\"delivery\":\"masks\"}", "1 {\"delivery\":\"masks\"}"),
        Set.copyOf(parties.complaints));
  }

  private FakeParties.Asked parties(UUID id) throws Exception {
    submit(id);
    return parties.requests.get(id);
  }

  @Test
  void receiptsForAnotherInputAreADisagreement() throws Exception {
    UUID id = UUID.randomUUID();
    line(
        (call, honest) ->
            call.is("PUT", "/inputs") && call.party() == 1
                ? Reply.json(202, "{\"receipt\":\"%s\"}".formatted("0".repeat(64)))
                : honest);
    PartiesDisagree e = assertThrows(PartiesDisagree.class, () -> submit(id));
    assertTrue(e.getMessage().contains("party 2"), e.getMessage());
    assertFalse(Files.readString(state(id)).contains("receipt"));
    line(
        (call, honest) ->
            call.method().equals("PUT") && call.party() == 1
                ? Reply.json(202, "{\"receipt\":\"%s\"}".formatted("0".repeat(64)))
                : honest);
    assertThrows(PartiesDisagree.class, () -> client().job("draw").submit());
  }

  /** Another answer would tell the party at fault the function of another input of its own. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRefusedOutputIsNeverAskedForAgain(boolean range) throws Exception {
    UUID id = UUID.randomUUID();
    Request request = submit(id);
    TestDelivery outputs = parties.requests.get(id).outputs;
    if (range) { // behind the last bit, which no combination covers
      outputs.flip(1, 45);
      outputs.commit(1);
    } else {
      outputs.flip(1, 3);
    }
    DeliveryRefused refused = assertThrows(DeliveryRefused.class, () -> request.await(WAIT));
    assertTrue(refused.getMessage().contains("outputs"), refused.getMessage());
    assertEquals(
        List.of("0 {\"delivery\":\"result\"}", "1 {\"delivery\":\"result\"}"),
        parties.complaints.stream().sorted().toList());
    int calls = parties.calls.size();
    assertThrows(DeliveryRefused.class, () -> request.await(WAIT));
    Request again = client().request(id);
    assertThrows(DeliveryRefused.class, () -> again.await(WAIT));
    assertThrows(DeliveryRefused.class, () -> submit(id));
    Predicate<Seen> asks = call -> !call.is("GET", "/v1/service");
    assertEquals(0, parties.calls.stream().skip(calls).filter(asks).count());
    assertEquals(1, parties.requests.size());
  }

  /** A party that does not take the complaint changes nothing of the refusal. */
  @Test
  void aRefusalDoesNotWaitForComplaints() throws Exception {
    UUID id = UUID.randomUUID();
    Request request = submit(id);
    parties.requests.get(id).outputs.flip(1, 3);
    line((call, honest) -> call.is("PUT", "/complaint") ? null : honest);
    assertThrows(DeliveryRefused.class, () -> request.await(WAIT));
    assertEquals(2, parties.count("PUT", "/complaint"));
  }

  @Test
  void resultsOfAnotherRequestAreRefused() throws Exception {
    UUID first = UUID.randomUUID();
    submit(first).await(WAIT);
    List<byte[]> old = parties.requests.get(first).outputs.bodies();
    line((call, honest) -> call.is("GET", "/result") ? Reply.bytes(old.get(call.party())) : honest);
    Request second = submit(UUID.randomUUID());
    assertThrows(DeliveryRefused.class, () -> second.await(WAIT));
  }

  // ----- ends without a result

  @ParameterizedTest
  @ValueSource(strings = {"attempts", "expired", "no-stock", "inputs-differ"})
  void whatFailedBeforeAnybodyLearntAnythingIsSubmittedAgain(String code) throws Exception {
    parties.failNext = code;
    UUID id = UUID.randomUUID();
    Request request = submit(id);
    assertArrayEquals(complement(BLOCK, 43), request.await(WAIT).bits("out"));
    assertNotEquals(id, request.id());
    assertEquals(2, parties.requests.size());
    assertEquals(2, parties.sent.stream().map(HexFormat.of()::formatHex).distinct().count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"revealed", "fault", "key-lost", "failed"})
  void whatMayHaveRevealedSomethingIsNot(String code) throws Exception {
    parties.failNext = code;
    UUID id = UUID.randomUUID();
    Request request = submit(id);
    RequestFailed failed = assertThrows(RequestFailed.class, () -> request.await(WAIT));
    assertEquals(code, failed.code());
    assertTrue(failed.ended());
    assertEquals(1, parties.requests.size());
    int calls = parties.calls.size();
    assertEquals(code, assertThrows(RequestFailed.class, () -> request.await(WAIT)).code());
    assertEquals(calls, parties.calls.size());
  }

  /** Without the inputs nothing can be submitted again. */
  @Test
  void aProcessWithoutInputsReportsTheFailure() throws Exception {
    parties.failNext = "attempts";
    UUID id = UUID.randomUUID();
    submit(id);
    Request request = client().request(id);
    assertEquals("attempts", assertThrows(RequestFailed.class, () -> request.await(WAIT)).code());
  }

  @Test
  void repeatsEnd() throws Exception {
    line((call, honest) -> call.is("GET", "/result") ? Reply.problem(422, "attempts") : honest);
    Request request = submit(UUID.randomUUID());
    assertThrows(RequestFailed.class, () -> request.await(WAIT));
    assertEquals(4, parties.requests.size());
  }

  @Test
  void partiesThatEndDifferentlyDisagree() throws Exception {
    line(
        (call, honest) ->
            call.is("GET", "/result") && call.party() == 1
                ? Reply.problem(422, "attempts")
                : honest);
    Request request = submit(UUID.randomUUID());
    PartiesDisagree e = assertThrows(PartiesDisagree.class, () -> request.await(WAIT));
    assertTrue(e.getMessage().contains("attempts at party 2"), e.getMessage());
    assertEquals(1, parties.requests.size());
    line((call, honest) -> call.is("GET", "/result") ? Reply.problem(410, "gone") : honest);
    assertEquals("gone", assertThrows(RequestFailed.class, () -> request.await(WAIT)).code());
  }

  @Test
  void aResultThatIsNotThereYetIsWaitedFor() throws Exception {
    AtomicInteger left = new AtomicInteger(5);
    line(
        (call, honest) ->
            call.is("GET", "/result") && left.getAndDecrement() > 0
                ? Reply.json(202, "{\"state\":\"running\"}")
                : honest);
    Request request = submit(UUID.randomUUID());
    StillRunning open = assertThrows(StillRunning.class, () -> request.await(Duration.ZERO));
    assertEquals(request.id(), open.request());
    assertArrayEquals(complement(BLOCK, 43), request.await(WAIT).bits("out"));
  }

  /** The number of one party's delivery is taken at another: another identifier gets another. */
  @Test
  void takenNumbersAreLeft() throws Exception {
    AtomicInteger left = new AtomicInteger(1);
    line(
        (call, honest) ->
            call.party() == 1 && call.method().equals("PUT") && left.getAndDecrement() > 0
                ? Reply.problem(409, "number-taken")
                : honest);
    Request request = client().job("tag").inputBytes("block", BLOCK).submit();
    assertArrayEquals(complement(BLOCK, 43), request.await(WAIT).bits("out"));
    line(
        (call, honest) ->
            call.party() == 1 && call.method().equals("PUT")
                ? Reply.problem(409, "number-taken")
                : honest);
    assertEquals(
        "number-taken", assertThrows(RequestFailed.class, () -> submit(UUID.randomUUID())).code());
  }
}
