export const body = (
  <>
    <p className="lead">
      “Get into cover” is good advice in general. How good it is depends on who stands there and who is shooting. So we
      let the engine work it out.
    </p>
    <p>
      In our rules cover adds one to the armour save against ranged attacks. Never more than one, never against blows,
      and there is one exception that surprises people: a unit that saves on 3+ or better gains nothing from cover
      against weapons that do not worsen its save. Heavy armour is its own wall.
    </p>
    <h2>The same volley, twelve times</h2>
    <p>
      Twenty shots, hitting on 3+, wounding on 4+, one damage each, at a large unit. The only things that change are the
      save, the armour penetration of the weapon (AP) and whether there is cover. The numbers are exact averages of
      miniatures slain, in the open and in cover.
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Save</th>
          <th scope="col">AP 0</th>
          <th scope="col">AP −1</th>
          <th scope="col">AP −2</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>3+</td>
          <td>2.2 → 2.2</td>
          <td>3.3 → 2.2</td>
          <td>4.4 → 3.3</td>
        </tr>
        <tr>
          <td>4+</td>
          <td>3.3 → 2.2</td>
          <td>4.4 → 3.3</td>
          <td>5.6 → 4.4</td>
        </tr>
        <tr>
          <td>5+</td>
          <td>4.4 → 3.3</td>
          <td>5.6 → 4.4</td>
          <td>6.7 → 5.6</td>
        </tr>
        <tr>
          <td>6+</td>
          <td>5.6 → 4.4</td>
          <td>6.7 → 5.6</td>
          <td>6.7 → 6.7</td>
        </tr>
      </tbody>
    </table>
    <h2>What it shows</h2>
    <p>
      Wherever cover does anything, it saves the same number of lives: one and a tenth in this volley. The die has six
      faces, and cover turns one of them. But look at it from the other side. For the unit with a 3+ under AP −1, one
      miniature of three survives who would have died. For the militia with a 6+ it is one of five, and under AP −2 none
      at all: no save was left to improve, since a 6+ worsened by two is an 8+, and cover makes it a 7+, which no die
      shows.
    </p>
    <p>
      So the rule of thumb is the opposite of what it feels like at the table. It is not the weak who profit most from
      the wall. It is those whose armour is good and who are being shot at by something that gets through it.
    </p>
    <h2>When to leave it</h2>
    <p>
      Cover is worth one face of a die, in one phase, against one kind of attack. An objective held at the end of your
      command phase is worth points in every round. If the choice is between three miniatures behind a wall and three
      miniatures on the marker, the wall has to save a great deal to pay for itself. And terrain that gives cover does
      not hide: only pieces that block the line of sight do that, and not being seen at all is better than any save.
    </p>
    <h2>Who is in cover</h2>
    <p>
      We judge it for the whole unit. Every living miniature must have it: it touches terrain, or terrain that screens
      stands in the line from the shooters. One straggler in the open and the unit has none. In return all saves of a
      volley need the same number, that number stands on the screen before the shot, and the dice can be rolled
      together.
    </p>
  </>
);
