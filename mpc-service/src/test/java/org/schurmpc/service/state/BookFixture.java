package org.schurmpc.service.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.net.TestIdentities;
import org.schurmpc.service.FakeWork;
import org.schurmpc.service.FileLog;
import org.schurmpc.service.TestClock;
import org.schurmpc.service.TestService;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.ServiceConfig;

/** A book over files, without HTTP. */
final class BookFixture implements AutoCloseable {
  static final byte[] D = {8, 7, 6, 5, 4, 3, 2, 1};

  final Path folder;
  final TestClock clock;
  final FakeWork work =
      new FakeWork(TestService.PARTIES.stream().map(TestIdentities.Identity::fingerprint).toList());
  final Catalogue catalogue;
  final ServiceState state = new ServiceState();
  final ServiceClock serviceClock;
  final FileLog log;
  final AuditLog audit;
  final RequestBook book;

  BookFixture(Path folder, int party, String jobs, TestClock clock) throws Exception {
    this.folder = folder;
    this.clock = clock;
    TestService.write(folder, party, jobs);
    catalogue = new Catalogue(ServiceConfig.read(folder.resolve("service.toml")));
    log = new FileLog(folder.resolve("state"), state);
    audit = AuditLog.open(folder.resolve("audit.log"), state);
    serviceClock = new ServiceClock(clock, clock::nanos);
    book = new RequestBook(state, log, catalogue, work, serviceClock, audit);
    book.begin().join();
  }

  static BookFixture first(Path folder) throws Exception {
    return new BookFixture(folder, 1, TestService.jobs(), new TestClock());
  }

  BookFixture again() throws Exception {
    close();
    return reopen();
  }

  /** Opens the same place; this one is closed. */
  BookFixture reopen() throws Exception {
    return new BookFixture(folder, catalogue.config().party() + 1, jobs(), clock);
  }

  private String jobs() throws Exception {
    String all = Files.readString(folder.resolve("service.toml"));
    return all.substring(all.indexOf("\n[[job]]"));
  }

  static RequestKey key() {
    return new RequestKey(TestService.TILL.fingerprint(), UUID.randomUUID());
  }

  CompletableFuture<RequestBook.Grant> open(RequestKey key, String job) {
    return open(key, job, OptionalLong.empty());
  }

  CompletableFuture<RequestBook.Grant> open(RequestKey key, String job, OptionalLong number) {
    String client = catalogue.config().client(key.client()).orElseThrow();
    return book.open(client, key, catalogue.offer(job).orElseThrow(), job + number, number);
  }

  /** Opens a request and returns its number. */
  long opened(RequestKey key, String job) {
    return TestService.number(open(key, job).join().envelope().orElseThrow());
  }

  /** Opens a request and sends its inputs. */
  RequestKey accepted(String job) {
    RequestKey key = key();
    book.accept(key, opened(key, job), D.clone()).join();
    return key;
  }

  String stateOf(RequestKey key) throws Refusal {
    return book.state(key).state();
  }

  /** Returns the code with which a call is refused; null if it is not. */
  static Code code(CompletableFuture<?> future) {
    try {
      future.join();
      return null;
    } catch (CompletionException e) {
      if (e.getCause() instanceof Refusal refusal) {
        return refusal.code();
      }
      throw e;
    }
  }

  boolean keeps(byte[] content) throws Exception {
    return log.blobs().stream().anyMatch(blob -> Arrays.equals(blob, content));
  }

  @Override
  public void close() throws IOException, BadFile {
    audit.close();
    log.close();
  }
}
