export const body = (
  <>
    <p className="lead">
      Everybody remembers the volley that did nothing. A battle report can say how unlucky it really was.
    </p>
    <p>
      To speak of luck you need two numbers: what happened, and what was to be expected. The first is easy. The second
      is usually a rule of thumb, multiplied in the head between two phases, and it leaves out everything that makes a
      difference: that a wound is lost when it lands on a miniature which is dead already, that a re-roll only helps the
      dice that failed, that a wound roll cannot be better than the hits before it.
    </p>
    <h2>An exact answer</h2>
    <p>
      Highground works the expected number out exactly, from the same definition of the attack that the dice are rolled
      with. It does not roll a million imaginary dice. Each attack is a small tree of chances, and independent attacks
      are combined as mathematics has combined them for a long time, with generating functions. The loss of wounds is
      then followed miniature by miniature, since they fall in order and what is too much for one does not spill onto
      the next.
    </p>
    <h2>A volley as an example</h2>
    <p>
      Ten miniatures fire two shots each, hitting on 3+, at a large unit that is as tough as the shots are strong and
      saves on 4+. Their weapons worsen that save by one. Twenty shots, two thirds hit, half of those wound, and two
      thirds of those pass the worsened save:
    </p>
    <p>20 × 2/3 × 1/2 × 2/3 = 4.4 miniatures slain, on average.</p>
    <p>
      So far the thumb agrees. But an average is not a promise. The exact distribution for this volley looks like this:
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Slain</th>
          <th scope="col">Chance</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>none</td>
          <td>0.7%</td>
        </tr>
        <tr>
          <td>1 or 2</td>
          <td>14.0%</td>
        </tr>
        <tr>
          <td>3 to 6</td>
          <td>71.9%</td>
        </tr>
        <tr>
          <td>7 or more</td>
          <td>13.4%</td>
        </tr>
      </tbody>
    </table>
    <p>
      Two slain where four and a half were expected feels like treason. It happens, or worse happens, in about one
      volley of seven. Over a battle with forty volleys you should see it five or six times, and your opponent should
      too.
    </p>
    <h2>What the report adds up</h2>
    <p>
      For every attack of a battle the report keeps the damage that was done and the exact mean of that same attack
      against that same target as it stood at that moment. The difference, added up over the battle, is your luck in
      points of damage. The dice of each stage are counted as well: how many hits, wounds and saves there were, and how
      many you could expect, rerolls included. Saves count for the army that rolled them.
    </p>
    <h2>What it does not say</h2>
    <p>
      Luck in damage is not the whole of luck. A charge that falls an inch short at the right moment costs more than ten
      lost wounds in the first round, and no sum of damage shows that. Nor does bad luck excuse everything: a volley at
      the wrong target is perfectly average and still a mistake. The number settles one question only, the one that is
      asked most often on the way home.
    </p>
    <p>
      You can ask for such a distribution without a battle. The command <code>highground odds</code> takes an attack and
      a target and prints the chance of every result.
    </p>
  </>
);
