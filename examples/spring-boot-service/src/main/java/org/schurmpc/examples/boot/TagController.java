package org.schurmpc.examples.boot;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.schurmpc.client.Answer;
import org.schurmpc.client.BadInput;
import org.schurmpc.client.ClientException;
import org.schurmpc.client.DeliveryRefused;
import org.schurmpc.client.MpcClient;
import org.schurmpc.client.NoStock;
import org.schurmpc.client.Request;
import org.schurmpc.client.RequestFailed;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Answers with the tag of a block. */
@RestController
final class TagController {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final MpcClient mpc;

  TagController(MpcClient mpc) {
    this.mpc = mpc;
  }

  /**
   * What is asked for.
   *
   * @param block 32 hex digits
   */
  record Block(String block) {}

  /**
   * What is answered.
   *
   * @param tag 32 hex digits
   */
  record Tag(String tag) {}

  /**
   * Returns the tag of a block. A caller who repeats a call that was cut off gives the same key
   * again: then the parties compute once. A key whose request has a result is used up.
   */
  @PostMapping("/tags")
  Tag tag(
      @RequestBody Block body,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<UUID> key)
      throws ClientException, InterruptedException {
    Request request =
        mpc.job("tag").inputHex("block", body.block()).submit(key.orElseGet(UUID::randomUUID));
    Answer answer = request.await(PATIENCE);
    return new Tag("%032x".formatted(answer.numbers("tag").get(0)));
  }

  /** Says in HTTP what a client's failure is; no failure carries a value. */
  @ExceptionHandler(ClientException.class)
  ResponseEntity<ProblemDetail> failed(ClientException failure) {
    HttpHeaders headers = new HttpHeaders();
    HttpStatus status = HttpStatus.SERVICE_UNAVAILABLE;
    if (failure instanceof BadInput) {
      status = HttpStatus.BAD_REQUEST;
    } else if (failure instanceof NoStock wait) {
      long seconds = Duration.between(Instant.now(), wait.retryAt()).toSeconds();
      headers.set(HttpHeaders.RETRY_AFTER, "" + Math.max(1, seconds));
    } else if (failure instanceof RequestFailed refused && refused.code().equals("rate")) {
      status = HttpStatus.TOO_MANY_REQUESTS;
    } else if (failure instanceof RequestFailed || failure instanceof DeliveryRefused) {
      status = HttpStatus.BAD_GATEWAY; // a refused delivery: tell the parties' operators
    }
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, failure.getMessage());
    return ResponseEntity.status(status).headers(headers).body(problem);
  }
}
