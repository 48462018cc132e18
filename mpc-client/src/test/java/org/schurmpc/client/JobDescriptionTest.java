package org.schurmpc.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Descriptions that a corrupted party may send: what is not of the form is refused by name. */
class JobDescriptionTest {
  private static final String RIGHT =
      """
      {"jobs": [{"name": "bid", "kind": "program", "digest": "%s", "domain": "p128",
        "inputs": [
          {"name": "price", "type": "fixed 9 4", "bits": 9, "count": 2, "from": "client"},
          {"name": "open", "type": "bit", "bits": 1, "count": 1, "from": "public"}],
        "outputs": [{"name": "won", "type": "unsigned 8", "bits": 8, "count": 1, "to": "client"}],
        "state": "open"}]}
      """
          .formatted("0".repeat(64));

  private static List<JobDescription> read(String json) throws JobDescription.Malformed {
    return JobDescription.list(PartyLine.json(json.getBytes(StandardCharsets.UTF_8)));
  }

  private static void refused(String why, String from, String to) {
    String wrong = RIGHT.replace(from, to);
    JobDescription.Malformed e =
        assertThrows(JobDescription.Malformed.class, () -> read(wrong), why);
    assertEquals(why, e.getMessage());
  }

  @Test
  void aDescriptionIsRead() throws Exception {
    JobDescription job = read(RIGHT).get(0);
    assertEquals("price fixed 9 4 2\nopen bit 1 0 1 public", job.portList());
    assertEquals(18, job.inputBits());
  }

  @Test
  void whatIsNoDescriptionIsRefused() {
    refused("'jobs' is no list", "\"jobs\"", "\"job\"");
    refused("'inputs' is no list", "\"inputs\"", "\"input\"");
    refused("'outputs' is no list", "\"outputs\"", "\"output\"");
    refused("a name is there twice", "\"open\", \"type\"", "\"price\", \"type\"");
    refused("a type is unknown", "unsigned 8", "unsinged 8");
    refused("a fraction is missing", "fixed 9 4", "fixed 9");
    refused("a fraction is missing", "fixed 9 4", "fixed 9 p4");
    refused("a bit has one bit", "\"bits\": 1,", "\"bits\": 2,");
    refused("'digest' is missing or wrong", "0".repeat(64), "0".repeat(63));
    refused("'bits' is no number in its range", "\"bits\": 9", "\"bits\": 0");
  }

  /** Whatever a party describes, a client allocates no more than the limit. */
  @Test
  void portsHaveALimitTogether() throws Exception {
    String most = RIGHT.replace("\"bits\": 8, \"count\": 1", "\"bits\": 4096, \"count\": 4096");
    assertEquals(JobDescription.MOST_BITS, read(most).get(0).outputs().get(0).totalBits());
    refused(
        "ports have more than 16,777,216 bits",
        "\"bits\": 9, \"count\": 2",
        "\"bits\": 4096, \"count\": 4096");
    refused(
        "ports have more than 16,777,216 bits",
        "\"bits\": 8, \"count\": 1",
        "\"bits\": 16777216, \"count\": 16777216");
  }
}
