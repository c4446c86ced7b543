/// The script of the pages on which a person decides.
///
/// The pages work without it too, with their buttons, links and check marks.
enum ChoiceScript {
    static let source = keys + batch

    private static let keys = """
        "use strict";
        document.addEventListener("keydown", (event) => {
          if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || document.querySelector("dialog[open]")) return;
          document.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]`)?.click();
        });

        """

    /// The count of checked pairs, and the viewer, which shows both pictures of a pair in turn at the same point.
    private static let batch = """
        const batch = document.querySelector(".batch");
        if (batch) {
          const pairs = [...batch.querySelectorAll(".pairs > li")];
          const boxes = pairs.map((pair) => pair.querySelector("input"));
          const toggle = batch.querySelector(".toggle");
          const viewer = document.querySelector(".viewer");
          const [stage, caption, same] = [".stage", ".caption", ".same-photo"].map((name) => viewer.querySelector(name));
          const button = (action) => viewer.querySelector(`[data-do=${action}]`);
          let index = 0;
          let side = 0;

          const count = () => {
            const checked = boxes.filter((box) => box.checked).length;
            batch.querySelector(".checked").textContent = checked.toLocaleString("en-US");
            batch.querySelector(".main").disabled = checked === 0;
            toggle.textContent = checked ? "Uncheck all" : "Check all";
            toggle.hidden = boxes.length < 2;
          };
          batch.addEventListener("change", count);
          // A browser that returns to the page restores its check marks.
          addEventListener("pageshow", count);
          toggle.addEventListener("click", () => {
            const checks = boxes.every((box) => !box.checked);
            for (const box of boxes) box.checked = checks;
            count();
          });
          // The key Enter would send the form.
          batch.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" || event.target.type !== "checkbox") return;
            event.preventDefault();
            open(boxes.indexOf(event.target));
          });

          const large = (picture) => {
            const copy = picture.cloneNode(true);
            if (copy.dataset?.large) [copy.loading, copy.src] = ["eager", copy.dataset.large];
            return copy;
          };
          const pictures = (pair) => [...pair.querySelectorAll(".frame > *")].map(large);
          const flip = (to = 1 - side) => {
            side = to;
            [...stage.children].forEach((picture, number) => picture.classList.toggle("hidden", number !== side));
            const [whose, name, facts] = [...pairs[index].querySelectorAll("figcaption")[side].childNodes].map((node) => node.textContent);
            caption.textContent = `${index + 1} of ${pairs.length}. ${whose}: ${name}, ${facts}`;
          };
          const show = (number) => {
            if (number < 0 || number >= pairs.length) return;
            index = number;
            stage.replaceChildren(...pictures(pairs[index]));
            flip(0);
            same.checked = boxes[index].checked;
            button("previous").disabled = index === 0;
            button("next").disabled = index === pairs.length - 1;
            // The next pair is loaded ahead.
            if (index + 1 < pairs.length) pictures(pairs[index + 1]);
          };
          const open = (number) => {
            show(number);
            viewer.showModal();
          };
          const check = (value) => {
            same.checked = boxes[index].checked = value;
            count();
          };
          const actions = {
            flip: () => flip(), previous: () => show(index - 1), next: () => show(index + 1), close: () => viewer.close(),
          };
          pairs.forEach((pair, number) => pair.querySelector(".both").addEventListener("click", (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            open(number);
          }));
          viewer.addEventListener("click", (event) => {
            actions[event.target.closest("[data-do]")?.dataset.do]?.();
            if (event.target.closest(".stage")) flip();
            // After a click with the mouse, the space bar still shows the other picture.
            if (event.detail) button("flip").focus();
          });
          same.addEventListener("change", () => check(same.checked));
          viewer.addEventListener("keydown", (event) => {
            if (event.ctrlKey || event.altKey || event.metaKey) return;
            const action = {
              ArrowLeft: actions.flip, ArrowRight: actions.flip, ArrowUp: actions.previous, ArrowDown: actions.next,
              a: () => check(!same.checked),
            }[event.key];
            if (!action) return;
            event.preventDefault();
            action();
          });
          viewer.addEventListener("close", () => {
            stage.replaceChildren();
            pairs[index].querySelector(".both").focus();
          });
          count();
        }

        """
}
