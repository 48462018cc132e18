package org.schurmpc.bench.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the browser of tests notices what it is there to notice. */
class BrowserTest {
  private static final String SOUND =
      """
      <!DOCTYPE html><title>sound</title><p id=p>word</p><canvas width=9 height=9></canvas>
      <script>document.querySelector('canvas').getContext('2d').fillRect(1, 1, 3, 3)</script>
      """;

  @TempDir Path folder;

  private static Browser browser;

  @BeforeAll
  static void start() {
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  private void open(String html) throws Exception {
    browser.open(Files.writeString(folder.resolve("page.html"), html));
  }

  @Test
  void passesSoundPagesAndFailsOthers() throws Exception {
    open(SOUND);
    browser.awaitText("#p", "word");
    assertEquals("word", browser.text("#p"));
    assertTrue(browser.drawn("canvas"));
    browser.requireQuiet();
    Path picture = folder.resolve("page.png");
    browser.view(400, 300, true);
    browser.picture(picture);
    assertTrue(Files.size(picture) > 100);
    assertEquals(true, browser.script("return matchMedia('(prefers-color-scheme: dark)').matches"));
    assertEquals(400L, browser.script("return innerWidth"));

    open("<!DOCTYPE html><title>blank</title><canvas width=9 height=9></canvas>");
    assertFalse(browser.drawn("canvas"));
    assertFalse(browser.drawn(".none"));
    browser.requireQuiet();

    open(
        "<!DOCTYPE html><title>other</title><script>new Image().src='http://example.org/a'</script>");
    browser.await("a request", page -> page.requests().contains("http://example.org/a"));
    browser.await("its failure", page -> !page.console().isEmpty());
    assertThrows(AssertionError.class, browser::requireQuiet);
  }

  @Test
  void failsPagesWithErrors() throws Exception {
    open("<!DOCTYPE html><title>wrong</title><script>nothing.at.all()</script>");
    browser.await("an error", page -> !page.console().isEmpty());
    assertTrue(browser.console().get(0).contains("nothing is not defined"));
    assertThrows(AssertionError.class, browser::requireQuiet);
  }
}
